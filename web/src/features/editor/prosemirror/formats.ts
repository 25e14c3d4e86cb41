/** The formats at the caret and what it stands in, as the toolbar shows them. */
import type { Mark, MarkType, Node, ResolvedPos } from 'prosemirror-model';
import { type EditorState, NodeSelection, TextSelection } from 'prosemirror-state';

import { ALIGNMENTS, type Alignment, number, optionalText, text } from '../schema/attributes';
import { type CalloutKind, calloutNamed } from '../schema/callouts';
import { FONTS, SIZES } from '../schema/marks';
import { marks, nodes } from '../schema/schema';
import { ancestorOf } from './commands/ancestors';

export type CaretFormats = {
  header: '' | '1' | '2' | '3' | '4' | '5' | '6';
  font: '' | (typeof FONTS)[number];
  size: '' | (typeof SIZES)[number];
  align: Alignment;
  list: '' | 'ordered' | 'bullet' | 'checked';
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  inlineCode: boolean;
  blockquote: boolean;
  /** The language of a code block, `plain` if none was chosen; empty outside of code. */
  code: string;
  color: string;
  background: string;
  isInLink: boolean;
  /** The innermost block with tools of its own; null if there is none. */
  block: ToolBlock | null;
};

/** A block with tools of its own. */
export type ToolBlock =
  | { kind: 'code'; language: string }
  | { kind: 'picture'; address: string; alt: string | null }
  | { kind: 'table'; hasHeader: boolean }
  | { kind: 'callout'; callout: CalloutKind }
  | { kind: 'formula'; tex: string };

export const UNFORMATTED: CaretFormats = {
  header: '',
  font: '',
  size: '',
  align: '',
  list: '',
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  inlineCode: false,
  blockquote: false,
  code: '',
  color: '',
  background: '',
  isInLink: false,
  block: null,
};

const HEADERS = ['1', '2', '3', '4', '5', '6'] as const;

/** Returns the formats of a selection; mixed formats are empty. */
export function readFormats(state: EditorState): CaretFormats {
  const { $from } = state.selection;
  const blocks = textBlocksIn(state);
  const block = blocks[0] ?? $from.parent;
  const level = shared(blocks, (item) =>
    item.type === nodes.heading ? String(number(item.attrs, 'level')) : '',
  );
  const code = ancestorOf($from, [nodes.code_block])?.node;
  return {
    header: oneOf(HEADERS, level),
    align: oneOf(ALIGNMENTS, text(block.attrs, 'align')),
    list: listKind(state),
    blockquote: ancestorOf($from, [nodes.blockquote]) !== null,
    code: code ? text(code.attrs, 'language') : '',
    ...readMarks(state),
    block: toolBlock(state),
  };
}

export function areEqual(a: CaretFormats, b: CaretFormats): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function readMarks(state: EditorState) {
  const value = (type: MarkType) => {
    const mark = markOf(state, type);
    return mark ? text(mark.attrs, 'value') : '';
  };
  const has = (type: MarkType) => markOf(state, type) !== null;
  return {
    font: oneOf(FONTS, value(marks.font)),
    size: oneOf(SIZES, value(marks.size)),
    bold: has(marks.strong),
    italic: has(marks.em),
    underline: has(marks.underline),
    strike: has(marks.strike),
    inlineCode: has(marks.code),
    color: value(marks.color),
    background: value(marks.background),
    isInLink: has(marks.link),
  };
}

/** Returns the mark of a type that all selected words have, or that typed words would have. */
function markOf(state: EditorState, type: MarkType): Mark | null {
  const { from, to, empty, $from } = state.selection;
  if (empty) {
    return type.isInSet(state.storedMarks ?? $from.marks()) ?? linkAt(state, type);
  }
  let found: Mark | null | undefined;
  state.doc.nodesBetween(from, to, (node) => {
    if (node.isText) {
      const mark = type.isInSet(node.marks) ?? null;
      const isSame = found === undefined || (mark !== null && found !== null && mark.eq(found));
      found = isSame ? mark : null;
    }
    return found !== null;
  });
  return found ?? null;
}

/** Returns the link around the caret: at its end typed words are not part of it. */
function linkAt({ selection: { $from } }: EditorState, type: MarkType): Mark | null {
  const isInside = type === marks.link && $from.textOffset > 0;
  return isInside ? (type.isInSet($from.nodeAfter?.marks ?? []) ?? null) : null;
}

function textBlocksIn(state: EditorState): Node[] {
  const { from, to } = state.selection;
  const blocks: Node[] = [];
  state.doc.nodesBetween(from, to, (node) => {
    if (node.isTextblock) {
      blocks.push(node);
    }
    return !node.isTextblock;
  });
  return blocks;
}

function listKind({ selection: { $from } }: EditorState): CaretFormats['list'] {
  const item = ancestorOf($from, [nodes.list_item]);
  const list = ancestorOf($from, [nodes.bullet_list, nodes.ordered_list]);
  if (!item || !list) {
    return '';
  }
  if (text(item.node.attrs, 'check') !== '') {
    return 'checked';
  }
  return list.node.type === nodes.ordered_list ? 'ordered' : 'bullet';
}

function toolBlock(state: EditorState): ToolBlock | null {
  const { selection } = state;
  if (selection instanceof NodeSelection) {
    const { type, attrs } = selection.node;
    if (type === nodes.figure || type === nodes.image) {
      return pictureBlock(selection.node);
    }
    if (type === nodes.html_inline || text(attrs, 'html') !== '') {
      return null;
    }
  }
  if (selection instanceof TextSelection && selection.empty) {
    const formula = marks.math.isInSet(selection.$from.marks());
    if (formula) {
      return { kind: 'formula', tex: wordAt(selection.$from)?.text ?? '' };
    }
  }
  const { code_block, figure, table, callout } = nodes;
  const found = ancestorOf(selection.$from, [code_block, figure, table, callout])?.node;
  switch (found?.type) {
    case code_block:
      return { kind: 'code', language: text(found.attrs, 'language') };
    case figure:
      return pictureBlock(found);
    case table:
      return { kind: 'table', hasHeader: hasHeader(found) };
    case callout:
      return { kind: 'callout', callout: calloutNamed(text(found.attrs, 'kind')) ?? 'note' };
    default:
      return null;
  }
}

/** Returns the whole piece of text that the caret is in, or behind which it is. */
function wordAt($pos: ResolvedPos): Node | null {
  return $pos.textOffset > 0
    ? $pos.parent.child($pos.index())
    : ($pos.nodeBefore ?? $pos.nodeAfter);
}

function pictureBlock({ attrs }: Node): ToolBlock {
  return { kind: 'picture', address: text(attrs, 'src'), alt: optionalText(attrs, 'alt') };
}

function hasHeader(table: Node): boolean {
  return table.firstChild?.children.every(({ type }) => type === nodes.table_header) ?? false;
}

function shared(blocks: readonly Node[], read: (block: Node) => string): string {
  const values = new Set(blocks.map(read));
  const [only = ''] = values;
  return values.size === 1 ? only : '';
}

function oneOf<Value extends string>(values: readonly Value[], value: unknown): Value | '' {
  return values.find((item) => item === value) ?? '';
}
