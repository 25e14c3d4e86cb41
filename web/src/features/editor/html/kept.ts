/**
 * What Quill cannot hold (tables, lists with code in them, footnotes, line breaks) goes through it as a whole:
 * shown, movable and deletable, and saved as it was.
 */
import { isPlainList } from './lists';
import { hasBlocks, isBlankLine, isBlock, isSpace, parsed } from './tree';

export const KEPT_BLOCK = 'ql-kept';
export const KEPT_INLINE = 'ql-kept-inline';
export const KEPT_HTML = 'data-html';

const BLOCKS = { post: 'table, hr, dl, details, section, figure', clipboard: 'table, hr' };
const INLINE = 'sup[id], sup:has(a), abbr, ruby, bdo, bdi, time, wbr';

/** Puts aside what Quill would lose. From the clipboard lists and quotes come in as well as they can. */
export function putAside(root: Element, from: 'post' | 'clipboard'): void {
  const isPost = from === 'post';
  for (const element of root.querySelectorAll('*')) {
    if (!root.contains(element) || element.closest(`.${KEPT_BLOCK}, .${KEPT_INLINE}, pre`)) {
      continue;
    }
    if (element.matches(BLOCKS[from]) || (isPost && isTooRich(element))) {
      replaceBy(element, 'div', KEPT_BLOCK);
    } else if ((isPost && element.matches(INLINE)) || isLineBreak(element)) {
      replaceBy(element, 'span', KEPT_INLINE);
    }
  }
}

/** Puts back what was put aside. */
export function putBack(root: Element): void {
  for (const holder of root.querySelectorAll(`.${KEPT_BLOCK}, .${KEPT_INLINE}`)) {
    holder.replaceWith(...parsed(holder.getAttribute(KEPT_HTML) ?? '').childNodes);
  }
}

export function isPutAside(element: Element): boolean {
  return element.matches(`.${KEPT_BLOCK}, .${KEPT_INLINE}`);
}

function isTooRich(element: Element): boolean {
  switch (element.tagName) {
    case 'UL':
    case 'OL':
      return !isPlainList(element);
    case 'BLOCKQUOTE':
      return !isPlainQuote(element);
    default:
      return false;
  }
}

/** A quote of lines: text alone, or paragraphs alone. */
function isPlainQuote(quote: Element): boolean {
  return (
    !hasBlocks(quote) ||
    [...quote.childNodes].every(
      (node) =>
        (node instanceof Text && node.data.trim() === '') ||
        (node instanceof HTMLParagraphElement && !hasBlocks(node)),
    )
  );
}

/** A break between two lines of a paragraph; not one that fills an empty line or ends one. */
function isLineBreak(element: Element): boolean {
  const line = element.closest('p, li, h1, h2, h3, h4, h5, h6, blockquote');
  return element.tagName === 'BR' && line !== null && !isBlankLine(line) && isFollowed(element);
}

/** Whether something of the same line comes after. */
function isFollowed(element: Element): boolean {
  let node: Node | null = element;
  while (node && !isBlock(node)) {
    const next: ChildNode | null = node.nextSibling;
    if (next && isBlock(next)) {
      return false;
    }
    if (next && !isSpace(next)) {
      return true;
    }
    node = next ?? node.parentNode;
  }
  return false;
}

function replaceBy(element: Element, tag: string, name: string): void {
  const holder = element.ownerDocument.createElement(tag);
  holder.className = name;
  holder.setAttribute(KEPT_HTML, element.outerHTML);
  element.replaceWith(holder);
  // Inert here, and of no use: it keeps parsers from dropping the holder as empty.
  holder.append('\uFEFF');
}
