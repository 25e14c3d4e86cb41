/** The allow-list of posts, the same as the server's, so that the editor creates nothing the server would remove. */
import { isLink, isOnTheWeb, isPicture, isPlayer } from './addresses';
import { parseHtml } from './tree';

const TAGS = new Set(
  (
    'a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption ' +
    'figure h1 h2 h3 h4 h5 h6 hr i iframe img ins kbd li mark ol p pre q rp rt ruby s samp section small span ' +
    'strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'
  ).split(' '),
);
const GENERAL = ['class', 'id', 'style', 'dir', 'lang', 'title'];
const OF_TAG: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'target', 'rel'],
  bdo: ['dir'],
  blockquote: ['cite'],
  col: ['align', 'span'],
  colgroup: ['align', 'span'],
  del: ['cite', 'datetime'],
  details: ['open'],
  iframe: ['src', 'width', 'height', 'allowfullscreen', 'frameborder'],
  img: ['src', 'alt', 'width', 'height'],
  ins: ['cite', 'datetime'],
  li: ['data-list', 'value'],
  ol: ['start', 'reversed', 'type'],
  q: ['cite'],
  td: ['align', 'colspan', 'rowspan', 'headers'],
  th: ['align', 'colspan', 'rowspan', 'headers', 'scope'],
  time: ['datetime'],
};
const CLASS =
  /^(?:ql-(?:font-(?:serif|monospace)|size-(?:small|large|huge)|align-(?:center|right|justify)|direction-rtl|indent-[1-8]|video)|footnotes(?:-list|-sep)?|footnote-(?:ref|backref|item))$/u;
const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/iu;
const RGB = /^rgba?\([\d,.%\s/]+\)$/iu;
const KEYWORDS = ['inherit', 'initial', 'unset', 'revert', 'currentcolor', 'transparent'];

/** Removes everything that is not allowed in a post; keeps the text of unknown elements. */
export function removeDisallowed(root: Element): void {
  root
    .querySelectorAll('script, style, noscript, template, textarea, select')
    .forEach((element) => {
      element.remove();
    });
  for (const element of root.querySelectorAll('*')) {
    const tag = element.tagName.toLowerCase();
    if (TAGS.has(tag)) {
      allowAttributes(element, tag);
    } else {
      element.replaceWith(...element.childNodes);
    }
  }
  root.querySelectorAll('iframe:not([src]), img:not([src])').forEach((element) => {
    element.remove();
  });
}

/** Returns the allowed part of a post's HTML. */
export function allowedHtml(html: string): string {
  const root = parseHtml(html);
  removeDisallowed(root);
  return root.innerHTML;
}

/** Keeps the allowed colours and the alignment of table cells, and removes all other styles. */
export function removeDisallowedStyles(element: Element): void {
  if (element instanceof HTMLElement && element.hasAttribute('style')) {
    const { color, backgroundColor, textAlign } = element.style;
    const isCell = element.matches('td, th');
    element.removeAttribute('style');
    if (isColour(color)) {
      element.style.color = color;
    }
    if (isColour(backgroundColor)) {
      element.style.backgroundColor = backgroundColor;
    }
    if (isCell && ['left', 'center', 'right'].includes(textAlign)) {
      element.style.textAlign = textAlign;
    }
  }
}

export function isColour(value: string): boolean {
  const colour = value.trim().toLowerCase();
  return (
    HEX.test(colour) || RGB.test(colour) || (/^[a-z]+$/u.test(colour) && !KEYWORDS.includes(colour))
  );
}

function allowAttributes(element: Element, tag: string): void {
  for (const { name, value } of [...element.attributes]) {
    const isKnown = GENERAL.includes(name) || (OF_TAG[tag]?.includes(name) ?? false);
    if (!isKnown || !isAllowed(tag, name, value)) {
      element.removeAttribute(name);
    }
  }
  removeDisallowedStyles(element);
  allowClasses(element, tag);
}

function isAllowed(tag: string, name: string, value: string): boolean {
  switch (`${tag} ${name}`) {
    case 'a href':
      return isLink(value);
    case 'a target':
      return value === '_blank';
    case 'img src':
      return isPicture(value);
    case 'iframe src':
      return isPlayer(value);
    case 'li data-list':
      return value === 'checked' || value === 'unchecked';
    default:
      return name !== 'cite' || isOnTheWeb(value);
  }
}

function allowClasses(element: Element, tag: string): void {
  const isCode = tag === 'code' || tag === 'pre';
  const allowedNames = [...element.classList].filter(
    (name) => CLASS.test(name) || (isCode && name.startsWith('language-')),
  );
  if (allowedNames.length === 0) {
    element.removeAttribute('class');
  } else {
    element.className = allowedNames.sort().join(' ');
  }
}
