/** Markdown at the start of a line: headings, lists, quotes, callouts, code, rules, footnotes, tables. */
import { findWrapping } from 'prosemirror-transform';
import { type Attrs, Fragment, type NodeType } from 'prosemirror-model';
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state';

import { calloutNamed } from '../../schema/callouts';
import { nodes } from '../../schema/schema';
import { ancestorOf } from '../commands/ancestors';
import { codeBlock } from '../commands/blocks';
import { ensureNote, moveToNote } from '../commands/footnotes';

/** Applies a rule to a line that begins with its match; null if it does not apply here. */
type Apply = (state: EditorState, match: RegExpExecArray) => Transaction | null;
export type BlockRule = { pattern: RegExp; apply: Apply };

/** The rules for a typed character, tried on the line up to the caret. */
export const BLOCK_RULES: readonly BlockRule[] = [
  { pattern: /^(#{1,6}) $/u, apply: (state, [, marks = '']) => toHeading(state, marks.length) },
  { pattern: /^[-*+] $/u, apply: (state) => toList(state, nodes.bullet_list, null) },
  {
    pattern: /^(\d{1,9})[.)] $/u,
    apply: (state, [, start]) => toList(state, nodes.ordered_list, { start: Number(start) }),
  },
  { pattern: /^> $/u, apply: toQuote },
  {
    pattern: /^\[(x|X| )?\] $/u,
    apply: (state, [, tick]) => toTask(state, /x/iu.test(tick ?? '')),
  },
  { pattern: /^\[!(\w+)\]$/u, apply: (state, [, kind = '']) => toCallout(state, kind) },
  { pattern: /^\[\^([\w-]{1,40})\]: $/u, apply: (state, [, name = '']) => toNote(state, name) },
  { pattern: /^(?:```|~~~)([\w+#.-]*) $/u, apply: (state, [, name = '']) => toCode(state, name) },
  { pattern: /^(?:---|___|\*\*\*)$/u, apply: toRule },
];

/** The rules for Enter, tried on the whole line. */
export const ENTER_RULES: readonly BlockRule[] = [
  { pattern: /^(?:```|~~~)([\w+#.-]*)$/u, apply: (state, [, name = '']) => toCode(state, name) },
  { pattern: /^\$\$$/u, apply: (state) => toCode(state, 'math') },
  { pattern: /^\|?[ :-]*-[ :|-]*$/u, apply: toTable },
  { pattern: /^\|.*\|$/u, apply: toRow },
];

function removed(state: EditorState): Transaction {
  const { $from } = state.selection;
  return state.tr.delete($from.start(), $from.pos);
}

function toHeading(state: EditorState, level: number): Transaction | null {
  const { $from } = state.selection;
  const tr = removed(state);
  return isLine(state)
    ? tr.setBlockType($from.start(), $from.start(), nodes.heading, { level })
    : null;
}

function isLine({ selection: { $from } }: EditorState): boolean {
  return $from.parent.type === nodes.paragraph || $from.parent.type === nodes.heading;
}

function isInList(state: EditorState): boolean {
  const { $from } = state.selection;
  return $from.depth > 1 && $from.node(-1).type === nodes.list_item && $from.index(-1) === 0;
}

/** Makes a list; in an item of such a list the marker is dropped: the list goes on by itself. */
function toList(state: EditorState, type: NodeType, attrs: Attrs | null): Transaction | null {
  if (!isInList(state)) {
    return wrapLine(state, type, attrs);
  }
  return state.selection.$from.node(-2).type === type ? removed(state) : null;
}

/** Makes a quote; in a line of a quote the marker is dropped: the quote goes on by itself. */
function toQuote(state: EditorState): Transaction | null {
  const { $from } = state.selection;
  const isQuoted = [nodes.blockquote, nodes.callout].includes($from.node(-1).type);
  return isQuoted && $from.index(-1) > 0 ? removed(state) : wrapLine(state, nodes.blockquote, null);
}

function wrapLine(state: EditorState, type: NodeType, attrs: Attrs | null): Transaction | null {
  const tr = removed(state);
  const range = tr.selection.$from.blockRange();
  const wrapping = range && findWrapping(range, type, attrs);
  return isLine(state) && wrapping ? tr.wrap(range, wrapping) : null;
}

function toTask(state: EditorState, isTicked: boolean): Transaction | null {
  const tr = isInList(state) ? removed(state) : wrapLine(state, nodes.bullet_list, null);
  const item = tr && ancestorOf(tr.selection.$from, [nodes.list_item]);
  const check = isTicked ? 'checked' : 'unchecked';
  return item ? tr.setNodeMarkup(item.pos, null, { ...item.node.attrs, check }) : null;
}

function toCallout(state: EditorState, name: string): Transaction | null {
  const { $from } = state.selection;
  const kind = calloutNamed(name);
  const quote = ancestorOf($from, [nodes.blockquote]);
  const isFirstLine = quote !== null && $from.depth === quote.depth + 1 && $from.index(-1) === 0;
  return kind && isFirstLine
    ? removed(state).setNodeMarkup(quote.pos, nodes.callout, { kind })
    : null;
}

/** Moves on to the note of a footnote: the line begins it. */
function toNote(state: EditorState, name: string): Transaction | null {
  const { $from } = state.selection;
  const isInNote = $from.node(-1).type === nodes.footnote && $from.index(-1) > 0;
  const isAtEnd = $from.parent.content.size === $from.parentOffset;
  if (!isAtEnd || !($from.depth === 1 || isInNote)) {
    return null;
  }
  const tr = state.tr.delete($from.before(), $from.after());
  return moveToNote(ensureNote(tr, name), name);
}

function toCode(state: EditorState, language: string): Transaction | null {
  const { $from } = state.selection;
  const rest = $from.parent.textBetween($from.parentOffset, $from.parent.content.size);
  if (!isLine(state)) {
    return null;
  }
  const { tr } = state;
  tr.replaceWith(
    $from.before(),
    $from.after(),
    codeBlock(rest, language.toLowerCase() || undefined),
  );
  return tr.setSelection(TextSelection.create(tr.doc, $from.before() + 1));
}

function toRule(state: EditorState): Transaction | null {
  const { $from } = state.selection;
  const isWholeLine = $from.parentOffset === $from.parent.content.size;
  if (!isWholeLine || $from.parent.type !== nodes.paragraph) {
    return null;
  }
  const { tr } = state;
  const paragraph = nodes.paragraph.create();
  tr.replaceWith($from.before(), $from.after(), [nodes.horizontal_rule.create(), paragraph]);
  return tr.setSelection(TextSelection.create(tr.doc, $from.before() + 2));
}

/** Makes a table of a line of column titles and a line of dashes below it. */
function toTable(state: EditorState): Transaction | null {
  const { $from } = state.selection;
  const titles = $from.depth > 0 ? $from.node(-1).maybeChild($from.index(-1) - 1) : null;
  const alignments = cellsOf($from.parent.textContent).map(alignmentOf);
  const names = titles?.type === nodes.paragraph ? cellsOf(titles.textContent) : [];
  if (!titles?.textContent.includes('|') || names.length !== alignments.length) {
    return null;
  }
  const head = names.map((name, index) =>
    nodes.table_header.create(
      { cellAlign: alignments[index] },
      nodes.paragraph.create(null, name === '' ? null : state.schema.text(name)),
    ),
  );
  const body = alignments.map((cellAlign) =>
    nodes.table_cell.create({ cellAlign }, nodes.paragraph.create()),
  );
  const rows = [nodes.table_row.create(null, head), nodes.table_row.create(null, body)];
  const table = nodes.table.create(null, rows);
  const start = $from.before() - titles.nodeSize;
  const { tr } = state;
  tr.replaceWith(start, $from.after(), table);
  const firstCell = start + 1 + (rows[0]?.nodeSize ?? 0) + 1;
  return tr.setSelection(TextSelection.near(tr.doc.resolve(firstCell)));
}

/** Fills the row of a table from a line of Markdown that was typed into its first cell, and adds another row. */
function toRow(state: EditorState): Transaction | null {
  const { $from } = state.selection;
  const row = ancestorOf($from, [nodes.table_row]);
  const cells = cellsOf($from.parent.textContent);
  const isAlone = row?.node.textContent === $from.parent.textContent;
  if (!row || !isAlone || $from.index(row.depth) > 0 || cells.length > row.node.childCount) {
    return null;
  }
  const line = (words = '') =>
    nodes.paragraph.create(null, words === '' ? null : state.schema.text(words));
  const filled = row.node.children.map((cell, index) =>
    cell.type.create(cell.attrs, line(cells[index])),
  );
  const empty = row.node.children.map((cell) => nodes.table_cell.create(cell.attrs, line()));
  const rows = [row.node.copy(Fragment.from(filled)), nodes.table_row.create(null, empty)];
  const { tr } = state;
  tr.replaceWith(row.pos, row.pos + row.node.nodeSize, rows);
  const next = row.pos + (rows[0]?.nodeSize ?? 0) + 1;
  return tr.setSelection(TextSelection.near(tr.doc.resolve(next)));
}

/** Splits a line of a Markdown table. */
export function cellsOf(line: string): string[] {
  const inner = line.trim().replace(/^\|/u, '').replace(/\|$/u, '');
  return inner.split(/(?<!\\)\|/u).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function alignmentOf(dashes: string): string {
  const [isLeft, isRight] = [dashes.startsWith(':'), dashes.endsWith(':')];
  if (isLeft && isRight) {
    return 'center';
  }
  return isRight ? 'right' : isLeft ? 'left' : '';
}
