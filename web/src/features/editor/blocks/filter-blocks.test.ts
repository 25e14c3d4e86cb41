import { expect, it } from 'vitest';

import { BLOCK_CHOICES } from './block-choices';
import { filterBlocks } from './filter-blocks';

function labels(query: string): string[] {
  return filterBlocks(BLOCK_CHOICES, query).map(({ label }) => label);
}

it('finds blocks by other names', () => {
  expect(labels('h1')).toEqual(['Heading 1']);
  expect(labels('heading3')).toEqual(['Heading 3']);
  expect(labels('todo')).toEqual(['Checklist']);
  expect(labels('picture')).toEqual(['Image']);
  expect(labels('latex')).toEqual(['Formula']);
  expect(labels('Mermaid')).toEqual(['Diagram']);
  expect(labels('callout')).toEqual(['Note', 'Tip', 'Important', 'Warning', 'Caution']);
});

it('puts blocks found by their label first', () => {
  expect(labels('quote')).toEqual(['Quote']);
  expect(labels('list')).toEqual(['Bulleted list', 'Numbered list', 'Code block']);
  expect(labels('ta')[0]).toBe('Table');
});

it('offers all without a word, and none for another word', () => {
  expect(labels('')).toHaveLength(BLOCK_CHOICES.length);
  expect(labels('xyz')).toEqual([]);
});
