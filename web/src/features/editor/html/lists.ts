/** Lists: Quill keeps them flat, with kind and depth on each item; readers get real ones, within each other. */
import { isBlock, isSpace, runFrom, unwrap } from './tree';

const INDENT = 'ql-indent-';
const INDENT_MAX = 8;
const CHECKS = ['checked', 'unchecked'];

/** `depth` is the indent that its items have by being in it. */
type OpenList = { element: Element; depth: number; last: Element; lastIndent: number };

/** Turns Quill's lists into nested ones. */
export function nestLists(root: Element): void {
  for (const list of root.querySelectorAll('ol')) {
    // Those of a run are done with its first.
    if (list.isConnected && isFlat(list)) {
      const run = runFrom(list, isFlat);
      const nested = nest(run.flatMap((one) => [...one.children]));
      list.before(...nested);
      run.forEach((one) => {
        one.remove();
      });
    }
  }
}

/** Turns nested lists into those of Quill. */
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
    const present = open.at(-1);
    const isDeeper = present !== undefined && indent > present.lastIndent;
    let list = present;
    if (!present || isDeeper || present.element.tagName !== tag) {
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
      // A list that stands in another without an item of its own.
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
    [...item.children].filter((child) => child.tagName === 'P').forEach(unwrap);
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

/** Whether Quill can hold the list: items of one line, with lists after it. */
export function isPlainList(list: Element): boolean {
  const isCounted = list.matches('[start]:not([start="1"]), [reversed], [type], :has(> [value])');
  return !isCounted && [...list.children].every(isPlainItem);
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
  const name = [...item.classList].find((one) => one.startsWith(INDENT));
  return name === undefined ? 0 : Number.parseInt(name.slice(INDENT.length), 10) || 0;
}

function setIndent(item: Element, indent: number): void {
  item.classList.remove(...[...item.classList].filter((name) => name.startsWith(INDENT)));
  if (indent > 0) {
    item.classList.add(`${INDENT}${indent}`);
  }
}
