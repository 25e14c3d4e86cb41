/** Commands for lists. */
import { chainCommands } from 'prosemirror-commands';
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list';
import { Fragment, type Node } from 'prosemirror-model';
import { type Command, TextSelection, type Transaction } from 'prosemirror-state';

import { text } from '../../schema/attributes';
import { nodes } from '../../schema/schema';
import type { CaretFormats } from '../formats';
import { ancestorOf } from './ancestors';
import { indentLines } from './blocks';

type ListKind = Exclude<CaretFormats['list'], ''>;

const LISTS = [nodes.bullet_list, nodes.ordered_list];

/** Makes the selected lines a list of a kind, or changes those items of a list; an empty kind takes them out. */
export function setList(kind: ListKind | ''): Command {
  return (state, dispatch) => {
    if (kind === '') {
      return liftListItem(nodes.list_item)(state, dispatch);
    }
    if (ancestorOf(state.selection.$from, LISTS)) {
      dispatch?.(setKind(state.tr, kind).scrollIntoView());
      return true;
    }
    const wrap = wrapInList(typeOf(kind));
    return wrap(
      state,
      dispatch &&
        ((tr) => {
          dispatch(setKind(tr, kind).scrollIntoView());
        }),
    );
  };
}

function typeOf(kind: ListKind) {
  return kind === 'ordered' ? nodes.ordered_list : nodes.bullet_list;
}

/** Gives the selected items a kind: they get a list of their own between the other items. */
function setKind(tr: Transaction, kind: ListKind): Transaction {
  const list = ancestorOf(tr.selection.$from, LISTS);
  if (!list) {
    return tr;
  }
  const { from, to, $from } = tr.selection;
  const parts: [Node[], Node[], Node[]] = [[], [], []];
  list.node.forEach((item, offset) => {
    const start = list.pos + 1 + offset;
    const isBefore = start + item.nodeSize <= from;
    const isAfter = start >= to && !($from.depth === 0);
    parts[isBefore ? 0 : isAfter ? 2 : 1].push(item);
  });
  const [before, selected, after] = parts;
  const check = (item: Node) =>
    kind === 'checked' ? text(item.attrs, 'check') || 'unchecked' : '';
  const changed = selected.map((item) =>
    item.type.create({ ...item.attrs, check: check(item) }, item.content),
  );
  const isSameType = list.node.type === typeOf(kind);
  const lists = isSameType
    ? [list.node.copy(Fragment.from([...before, ...changed, ...after]))]
    : [
        ...(before.length > 0 ? [list.node.copy(Fragment.from(before))] : []),
        typeOf(kind).create(null, changed),
        ...(after.length > 0 ? [list.node.type.create(null, after)] : []),
      ];
  const { anchor, head } = tr.selection;
  tr.replaceWith(list.pos, list.pos + list.node.nodeSize, lists);
  // The selected items follow the end of one list and the start of another.
  const moved = !isSameType && before.length > 0 ? 2 : 0;
  return tr.setSelection(
    TextSelection.between(
      tr.doc.resolve(Math.min(anchor + moved, tr.doc.content.size)),
      tr.doc.resolve(Math.min(head + moved, tr.doc.content.size)),
    ),
  );
}

/** Indents list items or lines. */
export const indent: Command = (state, dispatch) =>
  ancestorOf(state.selection.$from, LISTS)
    ? sinkListItem(nodes.list_item)(state, dispatch)
    : indentLines(1)(state, dispatch);

/** Takes the indentation of list items or lines back. */
export const outdent: Command = (state, dispatch) =>
  chainCommands(liftListItem(nodes.list_item), indentLines(-1))(state, dispatch);

/** Ticks the item of a checklist at a position, or removes the tick. */
export function toggleCheck(pos: number): Command {
  return ({ doc, tr }, dispatch) => {
    const item = doc.nodeAt(pos);
    if (item?.type !== nodes.list_item) {
      return false;
    }
    const check = text(item.attrs, 'check') === 'checked' ? 'unchecked' : 'checked';
    dispatch?.(tr.setNodeMarkup(pos, null, { ...item.attrs, check }));
    return true;
  };
}

/** Ticks the item of a checklist at the caret, or removes the tick. */
export const toggleCheckAtCaret: Command = (state, dispatch) => {
  const item = ancestorOf(state.selection.$from, [nodes.list_item]);
  const isCheck = item !== null && text(item.node.attrs, 'check') !== '';
  return isCheck && toggleCheck(item.pos)(state, dispatch);
};
