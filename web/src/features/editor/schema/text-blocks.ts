/** Paragraphs, headings, quotes, callouts, lists and code. */
import { Fragment, type NodeSpec, type Schema } from 'prosemirror-model';

import { NO_LANGUAGE, codeOf, languageOf } from '../html/code';
import { CALLOUTS, calloutOf } from './callouts';
import {
  KEPT_ATTRIBUTE,
  TEXT_BLOCK_ATTRIBUTES,
  attributesOf,
  keptOf,
  number,
  readTextBlock,
  text,
} from './attributes';

const paragraph: NodeSpec = {
  content: 'inline*',
  group: 'block',
  attrs: TEXT_BLOCK_ATTRIBUTES,
  parseDOM: [{ tag: 'p', getAttrs: readTextBlock }],
  toDOM: (node) => ['p', attributesOf(node), 0],
};

const heading: NodeSpec = {
  content: 'inline*',
  group: 'block',
  defining: true,
  attrs: { level: { default: 2 }, ...TEXT_BLOCK_ATTRIBUTES },
  parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({
    tag: `h${level}`,
    getAttrs: (element) => ({ level, ...readTextBlock(element) }),
  })),
  toDOM: (node) => [`h${number(node.attrs, 'level')}`, attributesOf(node), 0],
};

const blockquote: NodeSpec = {
  content: 'block+',
  group: 'block',
  defining: true,
  attrs: KEPT_ATTRIBUTE,
  parseDOM: [{ tag: 'blockquote', getAttrs: (element) => ({ kept: keptOf(element) }) }],
  toDOM: (node) => ['blockquote', attributesOf(node), 0],
};

const callout: NodeSpec = {
  content: 'block+',
  group: 'block',
  defining: true,
  attrs: { kind: { default: CALLOUTS[0] }, ...KEPT_ATTRIBUTE },
  parseDOM: [
    {
      tag: 'blockquote.callout',
      priority: 60,
      getAttrs: (element) => {
        const kind = calloutOf(element);
        return kind !== null && { kind, kept: keptOf(element, ['callout', `callout-${kind}`]) };
      },
    },
  ],
  toDOM: (node) => [
    'blockquote',
    attributesOf(node, { class: `callout callout-${text(node.attrs, 'kind')}` }),
    0,
  ],
};

const bulletList: NodeSpec = {
  content: 'list_item+',
  group: 'block',
  attrs: KEPT_ATTRIBUTE,
  parseDOM: [{ tag: 'ul', getAttrs: (element) => ({ kept: keptOf(element) }) }],
  toDOM: (node) => ['ul', attributesOf(node), 0],
};

const orderedList: NodeSpec = {
  content: 'list_item+',
  group: 'block',
  attrs: { start: { default: 1 }, ...KEPT_ATTRIBUTE },
  parseDOM: [
    {
      tag: 'ol',
      getAttrs: (element) => ({
        start: element instanceof HTMLOListElement ? element.start : 1,
        kept: keptOf(element, ['start']),
      }),
    },
  ],
  toDOM: (node) => {
    const start = number(node.attrs, 'start');
    return ['ol', attributesOf(node, { start: start === 1 ? null : String(start) }), 0];
  },
};

const CHECKS = ['checked', 'unchecked'] as const;

const listItem: NodeSpec = {
  content: 'block+',
  defining: true,
  attrs: { check: { default: '' }, ...KEPT_ATTRIBUTE },
  parseDOM: [
    {
      tag: 'li',
      getAttrs: (element) => ({
        check: CHECKS.find((check) => check === element.getAttribute('data-list')) ?? '',
        kept: keptOf(element, ['data-list']),
      }),
    },
  ],
  toDOM: (node) => [
    'li',
    attributesOf(node, { 'data-list': text(node.attrs, 'check') || null }),
    0,
  ],
};

const codeBlock: NodeSpec = {
  content: 'text*',
  marks: '',
  group: 'block',
  code: true,
  defining: true,
  attrs: { language: { default: NO_LANGUAGE } },
  parseDOM: [
    {
      tag: 'pre',
      preserveWhitespace: 'full',
      getAttrs: (element) => ({ language: languageOf(element) }),
      getContent: (element, schema: Schema) => {
        const code = element instanceof Element ? codeOf(element) : '';
        return code === '' ? Fragment.empty : Fragment.from(schema.text(code));
      },
    },
  ],
  toDOM: (node) => {
    const language = text(node.attrs, 'language');
    const name = language === NO_LANGUAGE ? {} : { class: `language-${language}` };
    return ['pre', ['code', name, 0]];
  },
};

export const TEXT_BLOCKS = {
  paragraph,
  heading,
  blockquote,
  callout,
  bullet_list: bulletList,
  ordered_list: orderedList,
  list_item: listItem,
  code_block: codeBlock,
};
