/** Consecutive lists, quotes or code blocks: Quill would merge them without a line between. */
import { isBlankLine } from './tree';

const MERGING_TAGS = ['PRE', 'BLOCKQUOTE', 'UL', 'OL'];

/** Inserts an empty line between siblings of the same kind. */
export function separateSiblings(root: Element): void {
  for (const element of root.querySelectorAll('pre, blockquote, ul, ol')) {
    if (wouldMerge(element, element.nextElementSibling) && !element.closest('li')) {
      const line = element.ownerDocument.createElement('p');
      line.append(element.ownerDocument.createElement('br'));
      element.after(line);
    }
  }
}

/** Removes the empty line between siblings of the same kind. */
export function mergeSiblings(root: Element): void {
  for (const line of root.querySelectorAll('p')) {
    const before = line.previousElementSibling;
    if (isBlankLine(line) && before && wouldMerge(before, line.nextElementSibling)) {
      line.remove();
    }
  }
}

function wouldMerge(element: Element, next: Element | null): boolean {
  return next?.tagName === element.tagName && MERGING_TAGS.includes(element.tagName);
}
