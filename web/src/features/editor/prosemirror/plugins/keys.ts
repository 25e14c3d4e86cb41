/** Keys of the text. Tab never leaves it, except after Esc. */
import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  exitCode,
  lift,
  liftEmptyBlock,
  newlineInCode,
  splitBlockAs,
} from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { splitListItem } from 'prosemirror-schema-list';
import { type Command, NodeSelection, Plugin, TextSelection } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables';

import { number, text } from '../../schema/attributes';
import { marks, nodes } from '../../schema/schema';
import { ancestorOf } from '../commands/ancestors';
import { setHeading, setQuote, toggleCode } from '../commands/blocks';
import { indentCode, newCodeLine } from '../commands/code';
import { indent, outdent, setList, toggleCheckAtCaret } from '../commands/lists';
import { toggleFormat } from '../commands/words';
import { exitBlock, leaveEmptyRow } from '../commands/objects';
import { openSlash } from './slash';

export function keys(onLinkRequested: () => void): Plugin[] {
  return [
    leaveOnTabAfterEscape(),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Mod-Shift-z': redo,
      'Mod-b': toggleFormat(marks.strong),
      'Mod-i': toggleFormat(marks.em),
      'Mod-u': toggleFormat(marks.underline),
      'Mod-e': toggleFormat(marks.code),
      'Mod-Shift-x': toggleFormat(marks.strike),
      'Mod-k': () => {
        onLinkRequested();
        return true;
      },
      ...Object.fromEntries(
        [0, 1, 2, 3, 4, 5, 6].map((level) => [`Mod-Alt-${level}`, setHeading(level)]),
      ),
      'Mod-Shift-7': setList('ordered'),
      'Mod-Shift-8': setList('bullet'),
      'Mod-Shift-9': setQuote(true),
      'Mod-Alt-c': toggleCode,
      'Mod-Enter': chainCommands(exitCode, toggleCheckAtCaret, exitBlock),
      'Shift-Enter': chainCommands(newlineInCode, insertLineBreak),
      Enter: chainCommands(
        newCodeLine,
        exitCaption,
        leaveEmptyRow,
        splitItem,
        createParagraphNear,
        liftEmptyBlock,
        splitBlockAs((node, atEnd) =>
          atEnd || !('kept' in node.attrs)
            ? { type: nodes.paragraph, attrs: atEnd ? sameLook(node) : {} }
            : { type: node.type, attrs: { ...node.attrs, kept: null } },
        ),
      ),
      Backspace: atStart(chainCommands(removeLineFormat, outdentLine, liftQuote)),
      Tab: chainCommands(
        goToNextCell(1),
        addRowAtEnd,
        indentCode(1),
        inListOrAtStart(indent),
        consume,
      ),
      'Shift-Tab': chainCommands(goToNextCell(-1), indentCode(-1), outdent, consume),
      ArrowRight: leaveCode,
    }),
    keymap(baseKeymap),
  ];
}

/** Keeps the alignment and indentation of a paragraph for the next one. */
function sameLook({ type, attrs }: Parameters<NonNullable<Parameters<typeof splitBlockAs>[0]>>[0]) {
  return type === nodes.paragraph
    ? { align: text(attrs, 'align'), indent: number(attrs, 'indent') }
    : {};
}

const consume: Command = () => true;

/** Adds a row behind the last cell of a table and goes on in it. */
const addRowAtEnd: Command = (state, dispatch, view) =>
  isInTable(state) &&
  addRowAfter(state, dispatch) &&
  (!view || goToNextCell(1)(view.state, view.dispatch));

const insertLineBreak: Command = ({ tr, selection }, dispatch) => {
  if (selection instanceof NodeSelection) {
    return false;
  }
  dispatch?.(tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
};

/** Continues a list; the new item of a checklist is not ticked. */
const splitItem: Command = (state, dispatch) => {
  const item = ancestorOf(state.selection.$from, [nodes.list_item]);
  const check = item && text(item.node.attrs, 'check') !== '' ? 'unchecked' : '';
  return splitListItem(nodes.list_item, { check, kept: null })(state, dispatch);
};

/** Goes on below a picture. */
const exitCaption: Command = (state, dispatch) =>
  state.selection.$from.parent.type === nodes.figure && exitBlock(state, dispatch);

/** Runs a command only with the caret at the start of a line. */
function atStart(command: Command): Command {
  return (state, dispatch, view) =>
    state.selection.empty &&
    state.selection instanceof TextSelection &&
    state.selection.$from.parentOffset === 0 &&
    command(state, dispatch, view);
}

function inListOrAtStart(command: Command): Command {
  return (state, dispatch, view) => {
    const { $from, empty } = state.selection;
    const isInList = ancestorOf($from, [nodes.list_item]) !== null;
    return (isInList || !empty || $from.parentOffset === 0) && command(state, dispatch, view);
  };
}

/** Turns a heading, or an empty code block, into a paragraph. */
const removeLineFormat: Command = (state, dispatch) => {
  const { parent } = state.selection.$from;
  if (parent.type === nodes.heading) {
    return setHeading(0)(state, dispatch);
  }
  return (
    parent.type === nodes.code_block && parent.content.size === 0 && toggleCode(state, dispatch)
  );
};

const outdentLine: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const item = ancestorOf($from, [nodes.list_item]);
  const isFirst = item !== null && $from.depth === item.depth + 1 && $from.index(-1) === 0;
  return (isFirst || number($from.parent.attrs, 'indent') > 0) && outdent(state, dispatch);
};

/** Takes the first line of a quote or callout out of it. */
const liftQuote: Command = (state, dispatch) => {
  const { $from } = state.selection;
  const quote = ancestorOf($from, [nodes.blockquote, nodes.callout]);
  const isFirst = quote !== null && $from.depth === quote.depth + 1 && $from.index(-1) === 0;
  return isFirst && lift(state, dispatch);
};

/** Types on behind code at the end of a line. */
const leaveCode: Command = ({ selection, storedMarks, tr }, dispatch) => {
  const { $from, empty } = selection;
  const active = (storedMarks ?? $from.marks()).filter(({ type }) => type.spec.code);
  if (!empty || active.length === 0 || $from.parentOffset !== $from.parent.content.size) {
    return false;
  }
  active.forEach((mark) => tr.removeStoredMark(mark));
  dispatch?.(tr);
  return true;
};

/** Leaves the next Tab after Esc to the page. */
function leaveOnTabAfterEscape(): Plugin {
  let isLeaving = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (view, event) => {
          const isEscape = event.key === 'Escape';
          const leaves = event.key === 'Tab' && isLeaving;
          isLeaving = isEscape || (isLeaving && event.key === 'Shift');
          // The editor would take Esc for itself; outside of its menu it is the page's.
          return leaves || (isEscape && openSlash(view.state) === null);
        },
      },
    },
  });
}
