/**
 * Elements that Quill does not support (tables, lists with code, footnotes, line breaks). They pass through it as
 * opaque embeds: shown, movable and deletable, and saved unchanged.
 */
import { isPlainList } from './lists';
import { hasBlocks, isBlankLine, isBlock, isSpace, parseHtml } from './tree';

export const EMBED_BLOCK = 'ql-kept';
export const EMBED_INLINE = 'ql-kept-inline';
export const EMBED_HTML = 'data-html';

const BLOCKS = {
  post: 'table, hr, dl, details, section, figure, .callout',
  clipboard: 'table, hr',
};
const INLINE = 'sup[id], sup:has(a), code[class], abbr, ruby, bdo, bdi, time, wbr';

/** Replaces unsupported elements by embeds. Lists and quotes from the clipboard are converted instead. */
export function protect(root: Element, from: 'post' | 'clipboard'): void {
  const isPost = from === 'post';
  for (const element of root.querySelectorAll('*')) {
    if (!root.contains(element) || element.closest(`.${EMBED_BLOCK}, .${EMBED_INLINE}, pre`)) {
      continue;
    }
    if (element.matches(BLOCKS[from]) || (isPost && isUnsupported(element))) {
      replaceWithEmbed(element, 'div', EMBED_BLOCK);
    } else if ((isPost && element.matches(INLINE)) || isLineBreak(element)) {
      replaceWithEmbed(element, 'span', EMBED_INLINE);
    }
  }
}

/** Replaces the embeds by the original elements. */
export function restore(root: Element): void {
  for (const holder of root.querySelectorAll(`.${EMBED_BLOCK}, .${EMBED_INLINE}`)) {
    holder.replaceWith(...parseHtml(holder.getAttribute(EMBED_HTML) ?? '').childNodes);
  }
}

export function isProtected(element: Element): boolean {
  return element.matches(`.${EMBED_BLOCK}, .${EMBED_INLINE}`);
}

function isUnsupported(element: Element): boolean {
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

/** Whether a quote has text alone, or paragraphs alone. */
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

/** Whether an element is a break between two lines of a paragraph, not one in an empty line or at its end. */
function isLineBreak(element: Element): boolean {
  const line = element.closest('p, li, h1, h2, h3, h4, h5, h6, blockquote');
  return element.tagName === 'BR' && line !== null && !isBlankLine(line) && isFollowed(element);
}

/** Whether something follows in the same line. */
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

function replaceWithEmbed(element: Element, tag: string, name: string): void {
  const holder = element.ownerDocument.createElement(tag);
  holder.className = name;
  holder.setAttribute(EMBED_HTML, element.outerHTML);
  element.replaceWith(holder);
  // An invisible character that keeps parsers from dropping the embed as empty.
  holder.append('\uFEFF');
}
