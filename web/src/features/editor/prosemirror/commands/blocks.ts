/** Commands for paragraphs, headings, quotes and code. */
import { lift, setBlockType, wrapIn } from 'prosemirror-commands';
import type { Attrs, Node } from 'prosemirror-model';
import { type Command, TextSelection } from 'prosemirror-state';

import { NO_LANGUAGE } from '../../html/code';
import { type Alignment, INDENT_MAX, number, text } from '../../schema/attributes';
import { nodes, schema } from '../../schema/schema';
import { ancestorOf } from './ancestors';

/** Turns the selected blocks into headings of a level, or into paragraphs if it is 0. */
export function setHeading(level: number): Command {
  return (state, dispatch) => {
    const type = level === 0 ? nodes.paragraph : nodes.heading;
    const tr = state.tr;
    state.doc.nodesBetween(state.selection.from, state.selection.to, (node, pos) => {
      const isLine = node.type === nodes.paragraph || node.type === nodes.heading;
      if (isLine) {
        tr.setNodeMarkup(pos, type, { ...node.attrs, ...(level === 0 ? {} : { level }) });
      }
      return !isLine;
    });
    if (!tr.docChanged) {
      return setBlockType(type, level === 0 ? null : { level })(state, dispatch);
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export function setAlignment(align: Alignment): Command {
  return changeBlocks((node) => ('align' in node.attrs ? { align } : null));
}

/** Changes the indentation of paragraphs and headings by a step. */
export function indentLines(step: 1 | -1): Command {
  return changeBlocks((node) => {
    const indent = number(node.attrs, 'indent') + step;
    return 'indent' in node.attrs && indent >= 0 && indent <= INDENT_MAX ? { indent } : null;
  });
}

/** Changes attributes of the selected blocks; `change` returns null for those that stay. */
function changeBlocks(change: (node: Node) => Attrs | null): Command {
  return (state, dispatch) => {
    const tr = state.tr;
    state.doc.nodesBetween(state.selection.from, state.selection.to, (node, pos) => {
      const changed = change(node);
      if (changed) {
        tr.setNodeMarkup(pos, null, { ...node.attrs, ...changed });
      }
    });
    if (!tr.docChanged) {
      return false;
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Puts the selected blocks into a quote, or takes them alone out of the one around them. */
export function setQuote(isQuote: boolean): Command {
  return isQuote ? wrapIn(nodes.blockquote) : lift;
}

/** Turns the selected lines into one code block, or the selected lines of a code block into paragraphs. */
export const toggleCode: Command = (state, dispatch) =>
  state.selection.$from.parent.type === nodes.code_block
    ? codeToParagraphs(state, dispatch)
    : linesToCode(state, dispatch);

const codeToParagraphs: Command = ({ selection: { $from, $to }, tr }, dispatch) => {
  const code = $from.parent.textContent;
  const language = text($from.parent.attrs, 'language');
  const start = lineStart(code, $from.parentOffset);
  const end = code.indexOf('\n', $from.sameParent($to) ? $to.parentOffset : code.length);
  const lines = code.slice(start, end === -1 ? undefined : end).split('\n');
  const paragraphs = lines.map((line) =>
    nodes.paragraph.create(null, line === '' ? null : schema.text(line)),
  );
  const before = start === 0 ? [] : [codeBlock(code.slice(0, start - 1), language)];
  const after = end === -1 ? [] : [codeBlock(code.slice(end + 1), language)];
  tr.replaceWith($from.before(), $from.after(), [...before, ...paragraphs, ...after]);
  const line = $from.before() + (before[0]?.nodeSize ?? 0) + 1;
  tr.setSelection(TextSelection.create(tr.doc, line + $from.parentOffset - start));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Returns the offset at which the line around an offset starts. */
export function lineStart(code: string, offset: number): number {
  return offset === 0 ? 0 : code.lastIndexOf('\n', offset - 1) + 1;
}

const linesToCode: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const range = $from.blockRange($to);
  if (!range || ($from.parent.isTextblock && $from.sameParent($to))) {
    return setBlockType(nodes.code_block)(state, dispatch);
  }
  const lines = range.parent.children.slice(range.startIndex, range.endIndex);
  const code = lines.map((line) => line.textBetween(0, line.content.size, '\n', '\n')).join('\n');
  const { tr } = state;
  tr.replaceRangeWith(range.start, range.end, codeBlock(code));
  tr.setSelection(TextSelection.near(tr.doc.resolve(range.start + 1)));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Creates a code block. */
export function codeBlock(code: string, language: string = NO_LANGUAGE): Node {
  return nodes.code_block.create({ language }, code === '' ? null : schema.text(code));
}

/** Sets the language of the code block around the caret. */
export function setLanguage(language: string): Command {
  return ({ selection, tr }, dispatch) => {
    const code = ancestorOf(selection.$from, [nodes.code_block]);
    if (code) {
      dispatch?.(tr.setNodeMarkup(code.pos, null, { ...code.node.attrs, language }));
    }
    return code !== null;
  };
}

/** Removes all formats of the selected words and lines; at a caret, those of its line. */
export const clearFormatting: Command = (state, dispatch) => {
  const { $from, $to, empty } = state.selection;
  const [from, to] = empty ? [$from.start(), $from.end()] : [$from.pos, $to.pos];
  const { tr } = state;
  tr.removeMark(from, to).setStoredMarks([]);
  tr.doc.nodesBetween(from, to, (node, pos) => {
    if (node.type === nodes.paragraph || node.type === nodes.heading) {
      tr.setNodeMarkup(pos, nodes.paragraph);
    }
  });
  dispatch?.(tr.scrollIntoView());
  return true;
};
