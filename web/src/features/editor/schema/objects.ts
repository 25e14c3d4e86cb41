/** Pictures, videos, rules, footnotes, and HTML that the editor shows and keeps but does not edit. */
import type { NodeSpec } from 'prosemirror-model';

import { isPicture, isPlayer } from '../html/addresses';
import { isSpace, parseHtml } from '../html/tree';
import { FOOTNOTE_PREFIX, REFERENCE_PREFIX, isFootnotes, referenceName } from './footnotes';
import {
  KEPT_ATTRIBUTE,
  alignmentOf,
  attributesOf,
  keptIn,
  keptOf,
  optionalText,
  text,
} from './attributes';

const PICTURE_ATTRIBUTES = ['src', 'alt'];
const LINK_REL = 'noopener noreferrer';

function readPicture(image: Element) {
  const src = image.getAttribute('src') ?? '';
  return (
    isPicture(src) && {
      src,
      alt: image.getAttribute('alt'),
      kept: keptOf(image, PICTURE_ATTRIBUTES),
    }
  );
}

const image: NodeSpec = {
  inline: true,
  group: 'inline',
  draggable: true,
  attrs: { src: {}, alt: { default: null }, ...KEPT_ATTRIBUTE },
  parseDOM: [{ tag: 'img', getAttrs: readPicture }],
  toDOM: (node) => [
    'img',
    attributesOf(node, {
      src: text(node.attrs, 'src'),
      alt: optionalText(node.attrs, 'alt'),
    }),
  ],
};

/** The parts of a figure with one picture and at most one caption of text; null for other figures. */
function partsOf(figure: Element): { picture: Element; caption: HTMLElement | null } | null {
  const parts = [...figure.childNodes].filter((node) => !isSpace(node));
  const [first, caption = null] = parts;
  const holder = first instanceof Element && first.matches('p, div') ? first : null;
  const inner = holder ? [...holder.childNodes].filter((node) => !isSpace(node)) : [first];
  const [picture] = inner;
  const isPlain =
    parts.length <= 2 &&
    inner.length === 1 &&
    picture instanceof HTMLImageElement &&
    (caption === null || (caption instanceof Element && caption.matches('figcaption')));
  if (!isPlain || (caption instanceof Element && caption.querySelector('p, ul, ol, pre, table'))) {
    return null;
  }
  return { picture, caption: caption instanceof HTMLElement ? caption : null };
}

function readFigure(element: HTMLElement) {
  const parts = partsOf(element);
  const picture = parts && readPicture(parts.picture);
  return picture
    ? {
        src: picture.src,
        alt: picture.alt,
        image: picture.kept,
        align: alignmentOf(element),
        kept: keptOf(element),
      }
    : false;
}

/** A picture with a line of its own and a caption; without one it is stored as a paragraph with the picture. */
const figure: NodeSpec = {
  content: 'inline*',
  group: 'block',
  draggable: true,
  isolating: true,
  attrs: {
    src: {},
    alt: { default: null },
    image: { default: null },
    align: { default: '' },
    ...KEPT_ATTRIBUTE,
  },
  parseDOM: [
    {
      tag: 'figure',
      priority: 60,
      getAttrs: readFigure,
      contentElement: (element) => partsOf(element)?.caption ?? parseHtml(''),
    },
    {
      tag: 'p',
      priority: 60,
      getAttrs: (element) => (element.querySelector('figcaption') ? false : readFigure(element)),
      contentElement: () => parseHtml(''),
    },
  ],
  toDOM: (node) => {
    const picture = {
      src: text(node.attrs, 'src'),
      ...(optionalText(node.attrs, 'alt') === null ? {} : { alt: text(node.attrs, 'alt') }),
      ...keptIn(node.attrs, 'image'),
    };
    return node.content.size === 0
      ? ['p', attributesOf(node), ['img', picture]]
      : ['figure', attributesOf(node), ['img', picture], ['figcaption', 0]];
  },
};

const video: NodeSpec = {
  group: 'block',
  draggable: true,
  attrs: { src: {}, align: { default: '' }, ...KEPT_ATTRIBUTE },
  parseDOM: [
    {
      tag: 'iframe',
      getAttrs: (element) => {
        const src = element.getAttribute('src') ?? '';
        return (
          isPlayer(src) && {
            src,
            align: alignmentOf(element),
            kept: keptOf(element, ['src', 'ql-video', 'frameborder', 'allowfullscreen']),
          }
        );
      },
    },
  ],
  toDOM: (node) => [
    'iframe',
    {
      ...attributesOf(node, { class: 'ql-video', frameborder: '0', allowfullscreen: 'true' }),
      src: text(node.attrs, 'src'),
    },
  ],
};

const horizontalRule: NodeSpec = {
  group: 'block',
  attrs: KEPT_ATTRIBUTE,
  parseDOM: [{ tag: 'hr', getAttrs: (element) => ({ kept: keptOf(element) }) }],
  toDOM: (node) => ['hr', attributesOf(node)],
};

const hardBreak: NodeSpec = {
  inline: true,
  group: 'inline',
  selectable: false,
  linebreakReplacement: true,
  parseDOM: [{ tag: 'br' }],
  toDOM: () => ['br'],
};

const footnoteReference: NodeSpec = {
  inline: true,
  group: 'inline',
  atom: true,
  attrs: { name: {} },
  parseDOM: [
    {
      tag: 'sup.footnote-ref',
      priority: 70,
      getAttrs: (element) => {
        const name = referenceName(element);
        return name !== null && { name };
      },
    },
  ],
  toDOM: (node) => {
    const name = text(node.attrs, 'name');
    const link = {
      href: `#${FOOTNOTE_PREFIX}${name}`,
      id: `${REFERENCE_PREFIX}${name}`,
      rel: LINK_REL,
    };
    return ['sup', { class: 'footnote-ref' }, ['a', link]];
  },
};

const footnotes: NodeSpec = {
  content: 'footnote+',
  isolating: true,
  parseDOM: [
    {
      tag: 'section.footnotes',
      priority: 60,
      getAttrs: (element) => (isFootnotes(element) ? {} : false),
      contentElement: 'ol',
    },
  ],
  toDOM: () => ['section', { class: 'footnotes' }, ['ol', 0]],
};

const footnote: NodeSpec = {
  content: 'block+',
  isolating: true,
  attrs: { name: { default: '' } },
  parseDOM: [
    {
      tag: `li[id^="${FOOTNOTE_PREFIX}"]`,
      priority: 60,
      context: 'footnotes/',
      getAttrs: (element) => ({ name: element.id.slice(FOOTNOTE_PREFIX.length) }),
    },
  ],
  toDOM: (node) => ['li', { id: `${FOOTNOTE_PREFIX}${text(node.attrs, 'name')}` }, 0],
};

/** Returns the kept HTML as an element. */
function storedElement(html: string): HTMLElement {
  const element = parseHtml(html).firstElementChild;
  return element instanceof HTMLElement ? element : document.createElement('span');
}

function keptHtml(group: 'block' | 'inline', tag: string, priority: number): NodeSpec {
  return {
    inline: group === 'inline',
    group,
    atom: true,
    draggable: true,
    attrs: { html: {} },
    parseDOM: [{ tag, priority, getAttrs: (element) => ({ html: element.outerHTML }) }],
    toDOM: (node) => storedElement(text(node.attrs, 'html')),
  };
}

export const OBJECTS = {
  figure,
  video,
  horizontal_rule: horizontalRule,
  html_block: keptHtml('block', 'table, dl, details, section, figure', 40),
  image,
  hard_break: hardBreak,
  footnote_reference: footnoteReference,
  html_inline: keptHtml(
    'inline',
    'ruby, wbr, sup:has(a), sup[id], a[id]:not([href]), :is(span, em, strong)[id]:empty',
    60,
  ),
};

export const FOOTNOTES = { footnotes, footnote };
