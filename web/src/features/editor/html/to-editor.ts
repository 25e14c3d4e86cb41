/** From a post to what Quill reads; `to-stored` is the way back. */
import { allowColours } from './allowed';
import { isPicture, isPlayer, playerFrom } from './addresses';
import { guardFirstLines, splitCode } from './code';
import { isEmptyPost } from './empty';
import { isPutAside, putAside } from './kept';
import { flattenLists } from './lists';
import { readSpaces } from './spaces';
import { hasBlocks, parsed, unwrap } from './tree';
import { separateTwins } from './twins';

const WITH_PLACES = 'h1, h2, h3, h4, h5, h6, p';

/** A post, or what the clipboard holds, as HTML for Quill. */
export function toEditor(html: string, from: 'post' | 'clipboard' = 'post'): string {
  const root = parsed(html);
  root.querySelectorAll('script, style, noscript, template, meta, link').forEach((element) => {
    element.remove();
  });
  keepOnlyKnownAddresses(root);
  unwrapSections(root);
  separateTwins(root);
  putAside(root, from);
  readSpaces(root, isPutAside);
  flattenLists(root);
  splitCode(root);
  unwrapQuotes(root);
  for (const element of root.querySelectorAll('[style]')) {
    allowColoursOf(element, from);
  }
  for (const element of root.querySelectorAll('[id]')) {
    if (from === 'clipboard' || !element.matches(WITH_PLACES)) {
      element.removeAttribute('id');
    }
  }
  guardFirstLines(root);
  return root.innerHTML;
}

/** Google's and others' bold and italic come as styles, which Quill reads itself. */
function allowColoursOf(element: Element, from: 'post' | 'clipboard'): void {
  if (element instanceof HTMLElement) {
    const { fontWeight, fontStyle, textDecoration } = element.style;
    allowColours(element);
    if (from === 'clipboard') {
      Object.assign(element.style, { fontWeight, fontStyle, textDecoration });
    }
  }
}

function keepOnlyKnownAddresses(root: Element): void {
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

/** Plain boxes around blocks, and empty ones, say nothing that a post keeps. */
function unwrapSections(root: Element): void {
  for (const box of root.querySelectorAll('div, article, main')) {
    if (isEmptyPost(box.innerHTML)) {
      box.remove();
    } else if (hasBlocks(box)) {
      unwrap(box);
    }
  }
}

/** Quill has a quote for each line. */
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
