/** Lists of Word: paragraphs with `mso-list:l0 level1 lfo1`, whose marker is text. */
import { make, nextWithoutText } from '../dom';
import { stylesOf } from '../styles';
import { nestItems, type FlatItem } from './nest-items';

const LIST = /^l(\d+) level(\d+)/u;
/** `1.`, `a)`, `iv.` and `(2)`, not the bullets `·`, `o` and `§`. */
const NUMBERED = /^\(?(?:\d+(?:\.\d+)*[.)]?|[a-z]{1,5}[.)])\)?$/iu;

/** Turns the paragraphs of lists into nested lists, and drops the markers of numbered headings. */
export function rewriteWordLists(root: Element): void {
  const seen = new Set<Element>();
  for (const paragraph of root.querySelectorAll('p')) {
    if (!seen.has(paragraph) && isItem(paragraph)) {
      const run = runOf(paragraph);
      run.forEach((line) => seen.add(line));
      const anchor = make(root, 'div');
      paragraph.before(anchor);
      anchor.replaceWith(...nestItems(root, itemsOf(run)));
    }
  }
  markersOf(root).forEach((marker) => {
    marker.remove();
  });
}

function isItem(element: Element): boolean {
  return element.tagName === 'P' && LIST.test(stylesOf(element).get('mso-list') ?? '');
}

/** Returns the paragraphs of a list, with those that continue an item. */
function runOf(first: Element): Element[] {
  const run = [first];
  let next = nextWithoutText(first);
  while (next && (isItem(next) || next.className.startsWith('MsoListParagraph'))) {
    run.push(next);
    next = nextWithoutText(next);
  }
  return run;
}

function itemsOf(paragraphs: readonly Element[]): FlatItem[] {
  const items: FlatItem[] = [];
  for (const paragraph of paragraphs) {
    const [, list, level] = LIST.exec(stylesOf(paragraph).get('mso-list') ?? '') ?? [];
    if (list === undefined) {
      items.at(-1)?.item.append(paragraph);
    } else {
      items.push({ ...itemOf(paragraph), level: Number(level), list });
      paragraph.remove();
    }
  }
  return items;
}

function itemOf(paragraph: Element): Pick<FlatItem, 'item' | 'tag' | 'start'> {
  const markers = markersOf(paragraph);
  const marker = markers
    .map((span) => span.textContent)
    .join('')
    .replace(/[\s\u00A0]/gu, '');
  markers.forEach((span) => {
    span.remove();
  });
  const isNumbered = NUMBERED.test(marker);
  const [number] = /\d+/u.exec(marker) ?? [];
  return {
    item: make(paragraph, 'li', {}, [...paragraph.childNodes]),
    tag: isNumbered ? 'ol' : 'ul',
    start: isNumbered && number !== undefined && /^\(?\d+[.)]?\)?$/u.test(marker) ? number : null,
  };
}

function markersOf(root: Element): Element[] {
  return [...root.querySelectorAll('span[style*="mso-list" i]')].filter(
    (span) => stylesOf(span).get('mso-list') === 'ignore',
  );
}
