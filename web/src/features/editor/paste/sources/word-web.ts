/** Word on the web, and OneNote: each item of a list has a list of its own, with its level. */
import { make, nextWithoutText, removeAll, rename } from '../dom';
import { nestItems, type FlatItem } from './nest-items';
import { rewriteMonospace } from './monospace';

const TITLE = '[data-ccp-parastyle="Title"], [data-ccp-parastyle="title"]';
const QUOTE = '[data-ccp-parastyle="Quote"], [data-ccp-parastyle="Intense Quote"]';
const LIST_BOX = '.ListContainerWrapper';

export function rewriteWordWeb(root: Element): void {
  removeAll(root, '.EOP, .TrackChangeTextDeletion');
  for (const paragraph of root.querySelectorAll('p')) {
    if (paragraph.querySelector(TITLE)) {
      rename(paragraph, 'h1');
    } else if (paragraph.querySelector(QUOTE)) {
      paragraph.querySelectorAll('[style*="font-style"]').forEach((span) => {
        span.removeAttribute('style');
      });
      paragraph.replaceWith(
        make(root, 'blockquote', {}, [make(root, 'p', {}, paragraph.childNodes)]),
      );
    }
  }
  rewriteLists(root);
  rewriteMonospace(root);
}

function rewriteLists(root: Element): void {
  const seen = new Set<Element>();
  for (const first of root.querySelectorAll('ul, ol')) {
    if (!seen.has(first) && !first.parentElement?.closest('ul, ol')) {
      const box = boxOf(first);
      const boxes = [box];
      let next = nextWithoutText(box);
      while (next && isListBox(next)) {
        boxes.push(next);
        next = nextWithoutText(next);
      }
      const lists = boxes.flatMap(listsIn);
      lists.forEach((list) => seen.add(list));
      const nested = nestItems(root, lists.flatMap(itemsOf));
      nested.forEach((list) => seen.add(list));
      box.before(...nested);
      boxes.forEach((old) => {
        old.remove();
      });
    }
  }
}

function boxOf(list: Element): Element {
  const parent = list.parentElement;
  return parent && isListBox(parent) ? parent : list;
}

function isListBox(element: Element): boolean {
  return element.matches(`${LIST_BOX}, ul, ol`);
}

function listsIn(box: Element): Element[] {
  return box.matches('ul, ol')
    ? [box]
    : [...box.children].filter((child) => child.matches('ul, ol'));
}

function itemsOf(list: Element): FlatItem[] {
  return [...list.children]
    .filter((item) => item.tagName === 'LI')
    .map((item) => ({
      item,
      level: Number.parseInt(item.getAttribute('data-aria-level') ?? '1', 10) || 1,
      tag: list.tagName === 'OL' ? 'ol' : 'ul',
      start: list.getAttribute('start'),
    }));
}
