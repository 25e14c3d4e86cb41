/** Repeated spaces. HTML collapses them, so that posts contain non-breaking ones between them. */
import { rewriteLines } from './tree';

const HARD_SPACE = '\u00A0';
/** Holds the place of a removed space: a Unicode noncharacter, which no text contains. */
const FILLER = '\uFDD2';

/** Makes every second of repeated spaces and one at the start of a line non-breaking; drops those at the end. */
export function hardenSpaces(root: Element): void {
  rewriteLines(
    root,
    (element) => element.tagName === 'PRE',
    (line) =>
      line
        .replace(/ +$/u, (run) => FILLER.repeat(run.length))
        .replace(/ {2,}/gu, (run) =>
          Array.from(run, (_, offset) => (offset % 2 === 0 ? ' ' : HARD_SPACE)).join(''),
        )
        .replace(/^ /u, HARD_SPACE),
  );
  removeFillers(root);
}

function removeFillers(root: Element): void {
  const texts = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    if (text instanceof Text && text.data.includes(FILLER)) {
      text.data = text.data.replaceAll(FILLER, '');
    }
  }
}
