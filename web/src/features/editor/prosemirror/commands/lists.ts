/** Commands for lists. */
import { chainCommands } from 'prosemirror-commands';
import { liftListItem, sinkListItem, wrapInList } from 'prosemirror-schema-list';
import type { Command, Transaction } from 'prosemirror-state';

import { text } from '../../schema/attributes';
import { nodes } from '../../schema/schema';
import type { CaretFormats } from '../formats';
import { type Found, ancestorOf } from './ancestors';
import { indentLines } from './blocks';

type ListKind = Exclude<CaretFormats['list'], ''>;

const LISTS = [nodes.bullet_list, nodes.ordered_list];

/** Makes the selected lines a list of a kind, or changes the list around them; an empty kind takes them out. */
export function setList(kind: ListKind | ''): Command {
  return (state, dispatch) => {
    const list = ancestorOf(state.selection.$from, LISTS);
    if (kind === '') {
      return liftListItem(nodes.list_item)(state, dispatch);
    }
    if (!list) {
      return wrapInList(typeOf(kind))(
        state,
        dispatch &&
          ((tr) => {
            dispatch(setKind(tr, ancestorOf(tr.selection.$from, LISTS), kind));
          }),
      );
    }
    dispatch?.(setKind(state.tr, list, kind));
    return true;
  };
}

function typeOf(kind: ListKind) {
  return kind === 'ordered' ? nodes.ordered_list : nodes.bullet_list;
}

function setKind(tr: Transaction, list: Found | null, kind: ListKind): Transaction {
  if (list) {
    tr.setNodeMarkup(list.pos, typeOf(kind), { kept: null });
    list.node.forEach((item, offset) => {
      const check = kind === 'checked' ? text(item.attrs, 'check') || 'unchecked' : '';
      tr.setNodeMarkup(list.pos + 1 + offset, null, { ...item.attrs, check });
    });
  }
  return tr.scrollIntoView();
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
