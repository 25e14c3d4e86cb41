/** Commands within code blocks. */
import { type Command, TextSelection } from 'prosemirror-state';

import { nodes } from '../../schema/schema';
import { lineStart } from './blocks';

/** The end of code behind which writing goes on below it: two empty lines, or the end mark of Markdown. */
const END = /(?:\n[ \t]*\n[ \t]*|(?:^|\n)[ \t]*```)$/u;

/** Starts a new line; after the end of the code, goes on below it. */
export const newCodeLine: Command = ({ selection: { $from, $to }, tr }, dispatch) => {
  if ($from.parent.type !== nodes.code_block || !$from.sameParent($to)) {
    return false;
  }
  const code = $from.parent.textContent;
  const before = code.slice(0, $from.parentOffset);
  const end = $from.parentOffset === code.length ? END.exec(before)?.[0] : undefined;
  if (end !== undefined) {
    tr.delete($from.pos - end.length, $from.pos);
    const after = tr.mapping.map($from.after());
    tr.insert(after, nodes.paragraph.create());
    tr.setSelection(TextSelection.create(tr.doc, after + 1));
  } else {
    tr.insertText('\n');
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Indents the selected lines of code by a step, or takes it back; at a caret, types the step. */
export function indentCode(direction: 1 | -1): Command {
  return ({ selection: { $from, $to, empty }, tr }, dispatch) => {
    if ($from.parent.type !== nodes.code_block || !$from.sameParent($to)) {
      return false;
    }
    const code = $from.parent.textContent;
    const step = /^\t/mu.test(code) ? '\t' : '  ';
    if (empty && direction === 1) {
      dispatch?.(tr.insertText(step).scrollIntoView());
      return true;
    }
    const start = $from.start();
    // From the last line, so that the offsets of the others stay.
    for (const offset of lineStarts(code, $from.parentOffset, $to.parentOffset).reverse()) {
      const present = /^(?:\t| {1,2})/u.exec(code.slice(offset))?.[0] ?? '';
      if (direction === 1) {
        tr.insertText(step, start + offset);
      } else if (present !== '') {
        tr.delete(start + offset, start + offset + present.length);
      }
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Returns the offsets of the lines between two offsets. */
function lineStarts(code: string, from: number, to: number): number[] {
  const starts = [lineStart(code, from)];
  for (
    let next = code.indexOf('\n', from);
    next !== -1 && next < to;
    next = code.indexOf('\n', next + 1)
  ) {
    starts.push(next + 1);
  }
  return starts;
}
