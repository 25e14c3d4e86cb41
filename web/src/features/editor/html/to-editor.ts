/** Converts a post to HTML for Quill; the reverse of `to-stored`. */
import { removeDisallowedStyles, removeWithContent } from './allowed';
import { isPicture, isPlayer, playerFrom } from './addresses';
import { guardFirstLines, splitCode } from './code';
import { isEmptyPost } from './empty';
import { isProtected, protect } from './protected';
import { flattenLists } from './lists';
import { normalizeSpaces } from './spaces';
import { hasBlocks, parseHtml, unwrapElement } from './tree';
import { separateSiblings } from './merge-siblings';

const LINK_TARGETS = 'h1, h2, h3, h4, h5, h6, p';

/** Converts a post, or HTML of the clipboard, to HTML for Quill. */
export function toEditor(html: string, from: 'post' | 'clipboard' = 'post'): string {
  const root = parseHtml(html);
  removeWithContent(root);
  root.querySelectorAll('meta, link').forEach((element) => {
    element.remove();
  });
  removeUnknownAddresses(root);
  unwrapSections(root);
  separateSiblings(root);
  protect(root, from);
  normalizeSpaces(root, isProtected);
  flattenLists(root);
  splitCode(root);
  unwrapQuotes(root);
  for (const element of root.querySelectorAll('[style]')) {
    allowStyles(element, from);
  }
  for (const element of root.querySelectorAll('[id]')) {
    if (from === 'clipboard' || !element.matches(LINK_TARGETS)) {
      element.removeAttribute('id');
    }
  }
  guardFirstLines(root);
  return root.innerHTML;
}

/** Keeps bold and italic styles of the clipboard, which Google Docs and others use and Quill reads itself. */
function allowStyles(element: Element, from: 'post' | 'clipboard'): void {
  if (element instanceof HTMLElement) {
    const { fontWeight, fontStyle, textDecoration } = element.style;
    removeDisallowedStyles(element);
    if (from === 'clipboard') {
      Object.assign(element.style, { fontWeight, fontStyle, textDecoration });
    }
  }
}

function removeUnknownAddresses(root: Element): void {
  for (const image of root.querySelectorAll('img')) {
    if (!isPicture(image.getAttribute('src') ?? '')) {
      image.remove();
    }
  }
  for (const frame of root.querySelectorAll('iframe')) {
    const source = frame.getAttribute('src') ?? '';
    const player = isPlayer(source) ? source : playerFrom(source);
    if (player === null) {
      frame.remove();
    } else {
      frame.setAttribute('src', player);
      frame.classList.add('ql-video');
    }
  }
}

/** Removes empty boxes and unwraps plain ones: posts have neither. */
function unwrapSections(root: Element): void {
  for (const box of root.querySelectorAll('div, article, main')) {
    if (isEmptyPost(box.innerHTML)) {
      box.remove();
    } else if (hasBlocks(box)) {
      unwrapElement(box);
    }
  }
}

/** Splits quotes: Quill has one for each line. */
function unwrapQuotes(root: Element): void {
  for (const quote of root.querySelectorAll('blockquote')) {
    const lines = [...quote.children].filter((child) => child.tagName === 'P');
    if (lines.length > 0) {
      quote.replaceWith(
        ...lines.map((line) => {
          const single = quote.ownerDocument.createElement('blockquote');
          single.className = line.className;
          single.append(...line.childNodes);
          return single;
        }),
      );
    }
  }
}
