/** Two lists, quotes or blocks of code after each other: Quill would run them together without a line between. */
import { isBlankLine } from './tree';

const TWINS = ['PRE', 'BLOCKQUOTE', 'UL', 'OL'];

/** Puts an empty line between neighbours of the same kind. */
export function separateTwins(root: Element): void {
  for (const element of root.querySelectorAll('pre, blockquote, ul, ol')) {
    if (areTwins(element, element.nextElementSibling) && !element.closest('li')) {
      const line = element.ownerDocument.createElement('p');
      line.append(element.ownerDocument.createElement('br'));
      element.after(line);
    }
  }
}

/** Takes the empty line between neighbours of the same kind away again. */
export function joinTwins(root: Element): void {
  for (const line of root.querySelectorAll('p')) {
    const before = line.previousElementSibling;
    if (isBlankLine(line) && before && areTwins(before, line.nextElementSibling)) {
      line.remove();
    }
  }
}

function areTwins(element: Element, next: Element | null): boolean {
  return next?.tagName === element.tagName && TWINS.includes(element.tagName);
}
