/** Lists: items with nested lists, wherever the source put those, and check boxes. */
import { make } from '../dom';
import { contextOf, type Context } from './marks';
import type { Reader } from './flow';

/** Reads a list; lists between items belong to the item before. */
export function readList(list: Element, context: Context, read: Reader): Element[] {
  const inner = contextOf(list, context);
  const into = make(list, list.tagName === 'OL' ? 'ol' : 'ul', { start: startOf(list) });
  readItems(list, into, inner, read);
  return into.childElementCount > 0 ? [into] : [];
}

function readItems(list: Element, into: Element, context: Context, read: Reader): void {
  for (const child of list.childNodes) {
    if (!(child instanceof Element)) {
      appendItem(into, make(list, 'li', {}, read([child], context).content()));
    } else if (child.matches('ul, ol, menu')) {
      nestList(into, readList(child, context, read));
    } else if (child.tagName === 'LI') {
      appendItem(into, readItem(child, context, read));
    } else if (child.querySelector('li')) {
      readItems(child, into, contextOf(child, context), read);
    } else {
      appendItem(into, make(list, 'li', {}, read([child], context).content()));
    }
  }
}

function readItem(item: Element, context: Context, read: Reader): Element {
  const attributes = { 'data-list': checkOf(item) };
  return make(item, 'li', attributes, read(item.childNodes, contextOf(item, context)).content());
}

/** Appends an item; the lists of one without a line of its own move to the item before. */
function appendItem(into: Element, item: Element): void {
  const nodes = [...item.childNodes];
  const hasOnlyLists = nodes.every((node) => node instanceof Element && node.matches('ul, ol'));
  if (nodes.length > 0 && hasOnlyLists) {
    nestList(into, [...item.children]);
  } else if (nodes.length > 0) {
    into.append(item);
  }
}

/** Puts lists into the last item; without one, their items stand for themselves. */
function nestList(into: Element, lists: readonly Element[]): void {
  for (const list of lists) {
    const last = into.lastElementChild;
    const lastChild = last?.lastElementChild;
    if (!last) {
      into.append(...list.childNodes);
    } else if (lastChild?.tagName === list.tagName) {
      lastChild.append(...list.childNodes);
    } else {
      last.append(list);
    }
  }
}

/** Returns the state of an item with a check box. */
function checkOf(item: Element): string | null {
  const state =
    item.getAttribute('data-list') ??
    item.getAttribute('data-checked') ??
    (item.getAttribute('role') === 'checkbox' ? item.getAttribute('aria-checked') : null);
  if (state !== null) {
    return (
      { checked: 'checked', true: 'checked', unchecked: 'unchecked', false: 'unchecked' }[state] ??
      null
    );
  }
  const box = item.querySelector('input[type="checkbox" i]');
  if (box?.closest('li') !== item) {
    return null;
  }
  return box.hasAttribute('checked') ? 'checked' : 'unchecked';
}

function startOf(list: Element): string | null {
  const start = list.tagName === 'OL' ? Number.parseInt(list.getAttribute('start') ?? '1', 10) : 1;
  return Number.isInteger(start) && start !== 1 ? String(start) : null;
}
