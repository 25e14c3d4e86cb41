/** Lists: Quill has flat ones with a kind and an indent on each item; posts have nested ones. */
import { isBlock, isSpace, runFrom, unwrapElement } from './tree';

const INDENT = 'ql-indent-';
const INDENT_MAX = 8;
const CHECKS = ['checked', 'unchecked'];

/** `depth` is the indent that nesting gives to its items. */
type OpenList = { element: Element; depth: number; last: Element; lastIndent: number };

/** Turns Quill's lists into nested ones. */
export function nestLists(root: Element): void {
  for (const list of root.querySelectorAll('ol')) {
    // The first list of a run handles all of it.
    if (list.isConnected && isFlat(list)) {
      const run = runFrom(list, isFlat);
      const nested = nest(run.flatMap((flatList) => [...flatList.children]));
      list.before(...nested);
      run.forEach((flatList) => {
        flatList.remove();
      });
    }
  }
}

/** Turns nested lists into Quill's flat ones. */
export function flattenLists(root: Element): void {
  for (const list of root.querySelectorAll('ul, ol')) {
    if (!list.parentElement?.closest('ul, ol')) {
      const flat = list.ownerDocument.createElement('ol');
      flatten(list, 0, flat);
      list.replaceWith(flat);
    }
  }
}

function isFlat(list: Element): boolean {
  return list.tagName === 'OL' && [...list.children].some((item) => item.hasAttribute('data-list'));
}

function nest(items: Element[]): Element[] {
  const lists: Element[] = [];
  let open: OpenList[] = [];
  for (const item of items) {
    const indent = indentOf(item);
    const tag = item.getAttribute('data-list') === 'ordered' ? 'OL' : 'UL';
    open = open.filter((list) => list.depth <= indent);
    const current = open.at(-1);
    const isDeeper = current !== undefined && indent > current.lastIndent;
    let list = current;
    if (!current || isDeeper || current.element.tagName !== tag) {
      open = isDeeper ? open : open.slice(0, -1);
      const parent = open.at(-1);
      const element = item.ownerDocument.createElement(tag);
      list = { element, depth: parent ? parent.lastIndent + 1 : 0, last: item, lastIndent: indent };
      open.push(list);
      if (parent) {
        parent.last.append(element);
      } else {
        lists.push(element);
      }
    }
    if (list) {
      list.element.append(item);
      list.last = item;
      list.lastIndent = indent;
      setIndent(item, indent - list.depth);
    }
    if (!CHECKS.includes(item.getAttribute('data-list') ?? '')) {
      item.removeAttribute('data-list');
    }
  }
  return lists;
}

function flatten(list: Element, depth: number, into: Element): void {
  const kind = list.tagName === 'OL' ? 'ordered' : 'bullet';
  for (const item of [...list.children]) {
    if (item.tagName !== 'LI') {
      // A list nested without an item of its own.
      if (item.matches('ul, ol')) {
        flatten(item, depth + 1, into);
      }
      continue;
    }
    const indent = depth + indentOf(item);
    const inner = [...item.children].filter((child) => child.matches('ul, ol'));
    inner.forEach((child) => {
      child.remove();
    });
    [...item.children].filter((child) => child.tagName === 'P').forEach(unwrapElement);
    trim(item);
    const check = item.getAttribute('data-list') ?? '';
    item.setAttribute('data-list', CHECKS.includes(check) ? check : kind);
    setIndent(item, Math.min(indent, INDENT_MAX));
    if (item.childNodes.length === 0) {
      item.append(item.ownerDocument.createElement('br'));
    }
    into.append(item);
    inner.forEach((child) => {
      flatten(child, indent + 1, into);
    });
  }
}

/** Whether Quill supports the list: items of one line, followed by nested lists. */
export function isPlainList(list: Element): boolean {
  const isNumbered = list.matches('[start]:not([start="1"]), [reversed], [type], :has(> [value])');
  return !isNumbered && [...list.children].every(isPlainItem);
}

function isPlainItem(item: Element): boolean {
  if (item.tagName !== 'LI') {
    return item.matches('ul, ol') && isPlainList(item);
  }
  const parts = [...item.childNodes].filter((node) => !isSpace(node));
  const firstList = parts.findIndex((node) => node instanceof Element && node.matches('ul, ol'));
  const lines = firstList < 0 ? parts : parts.slice(0, firstList);
  const lists = firstList < 0 ? [] : parts.slice(firstList);
  const isOneLine =
    lines.every((node) => !isBlock(node)) ||
    (lines.length === 1 && lines[0] instanceof HTMLParagraphElement);
  return (
    isOneLine &&
    lists.every((node) => node instanceof Element && node.matches('ul, ol') && isPlainList(node))
  );
}

function trim(item: Element): void {
  while (item.firstChild && isSpace(item.firstChild)) {
    item.firstChild.remove();
  }
  while (item.lastChild && isSpace(item.lastChild)) {
    item.lastChild.remove();
  }
}

function indentOf(item: Element): number {
  const indentClass = [...item.classList].find((name) => name.startsWith(INDENT));
  return indentClass === undefined ? 0 : Number.parseInt(indentClass.slice(INDENT.length), 10) || 0;
}

function setIndent(item: Element, indent: number): void {
  item.classList.remove(...[...item.classList].filter((name) => name.startsWith(INDENT)));
  if (indent > 0) {
    item.classList.add(`${INDENT}${indent}`);
  }
}
