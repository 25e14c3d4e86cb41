/** Formats of words. Their order is that of nesting: links are outermost, code is innermost. */
import type { MarkSpec } from 'prosemirror-model';

import { isLink, isOnTheWeb } from '../html/addresses';
import { KEPT_ATTRIBUTE, attributesOf, keptOf, text } from './attributes';

/** Inline elements of posts without a button in the toolbar. */
const OTHER_TAGS = [
  ...['kbd', 'mark', 'del', 'ins', 'small', 'samp', 'var', 'cite', 'dfn', 'q', 'tt', 'abbr'],
  ...['acronym', 'bdi', 'bdo', 'time', 'data'],
  ...['span[lang]', 'span[dir]', 'span[title]', 'span[id]'],
];

const FONT = 'ql-font-';
const SIZE = 'ql-size-';
export const FONTS = ['serif', 'monospace'] as const;
export const SIZES = ['small', 'large', 'huge'] as const;

const link: MarkSpec = {
  inclusive: false,
  attrs: { href: {}, ...KEPT_ATTRIBUTE },
  parseDOM: [
    {
      tag: 'a[href]',
      getAttrs: (element) => {
        const href = element.getAttribute('href') ?? '';
        return isLink(href) && { href, kept: keptOf(element, ['href', 'rel', 'target']) };
      },
    },
  ],
  toDOM: (mark) => {
    const href = text(mark.attrs, 'href');
    // Links to other sites open in a new tab; links within the post and the site in the same one.
    const target = isOnTheWeb(href) ? '_blank' : null;
    return ['a', attributesOf(mark, { href, target, rel: 'noopener noreferrer' }), 0];
  },
};

function simple(tag: string, ...others: string[]): MarkSpec {
  return {
    attrs: KEPT_ATTRIBUTE,
    parseDOM: [tag, ...others].map((name) => ({
      tag: name,
      getAttrs: (element) => ({ kept: keptWithoutLook(element) }),
    })),
    toDOM: (mark) => [tag, attributesOf(mark), 0],
  };
}

/** Any of the elements without a button. Several may apply to the same words. */
const other: MarkSpec = {
  excludes: '',
  attrs: { tag: {}, ...KEPT_ATTRIBUTE },
  parseDOM: OTHER_TAGS.map((tag) => ({
    tag,
    getAttrs: (element) => ({
      tag: element.tagName.toLowerCase(),
      kept: keptWithoutLook(element),
    }),
  })),
  toDOM: (mark) => [text(mark.attrs, 'tag'), attributesOf(mark), 0],
};

function classMark(prefix: string, names: readonly string[]): MarkSpec {
  return {
    attrs: { value: {} },
    parseDOM: names.map((value) => ({
      tag: `.${prefix}${value}`,
      attrs: { value },
      priority: 70,
      consuming: false,
    })),
    toDOM: (mark) => ['span', { class: `${prefix}${text(mark.attrs, 'value')}` }, 0],
  };
}

function colourMark(property: 'color' | 'background-color'): MarkSpec {
  return {
    attrs: { value: {} },
    parseDOM: [{ style: property, getAttrs: (value) => ({ value: value.trim() }) }],
    toDOM: (mark) => ['span', { style: `${property}: ${text(mark.attrs, 'value')};` }, 0],
  };
}

function keptWithoutLook(element: Element) {
  const looks = [...element.classList].filter(
    (name) => name.startsWith(FONT) || name.startsWith(SIZE),
  );
  return keptOf(element, looks);
}

export const MARKS = {
  link,
  strong: simple('strong', 'b'),
  em: simple('em', 'i'),
  underline: simple('u'),
  strike: simple('s', 'strike'),
  sub: { ...simple('sub'), excludes: 'sub sup' },
  sup: { ...simple('sup'), excludes: 'sub sup' },
  other,
  font: classMark(FONT, FONTS),
  size: classMark(SIZE, SIZES),
  color: colourMark('color'),
  background: colourMark('background-color'),
  code: { ...simple('code'), code: true },
  math: {
    code: true,
    excludes: '_',
    parseDOM: [{ tag: 'code.language-math', priority: 60 }],
    toDOM: () => ['code', { class: 'language-math' }, 0],
  } satisfies MarkSpec,
};
