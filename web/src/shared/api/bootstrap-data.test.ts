import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';

import { sampleUser } from '../../test/sample-user';
import { startSession } from '../session/session';
import {
  bootstrapOptions,
  bootstrapped,
  bootstrappedText,
  readBootstrapData,
} from './bootstrap-data';

afterEach(() => {
  document.body.innerHTML = '';
  readBootstrapData();
});

function readDocument(data: unknown, page = '') {
  document.body.innerHTML = `<div id="root">${page}</div>
    <script id="bootstrap-data" type="application/json">${JSON.stringify(data)}</script>`;
  readBootstrapData();
}

const ADDRESS = '/blogs/featured';
const FEATURED = { success: true, featuredBlogs: [] };

function featuredOptions() {
  return {
    queryKey: ['featured'],
    ...bootstrapOptions(() => bootstrapped('FeaturedResponse', ADDRESS)),
  };
}

it('returns the responses that the document contains', () => {
  readDocument({ [ADDRESS]: FEATURED });
  expect(bootstrapped('FeaturedResponse', ADDRESS)).toEqual(FEATURED);
  expect(bootstrapped('FeaturedResponse', '/blogs/recommended')).toBeUndefined();
});

it('returns nothing for a document without data', () => {
  document.body.innerHTML = '<div id="root"></div>';
  readBootstrapData();
  expect(bootstrapped('FeaturedResponse', ADDRESS)).toBeUndefined();
  expect(bootstrappedText()).toBeUndefined();
});

it('returns the text of the article after the page was replaced', () => {
  readDocument({}, '<div class="rich-text"><p>Text</p></div>');
  document.body.innerHTML = '';
  expect(bootstrappedText()).toBe('<p>Text</p>');
});

it('is fresh for visitors and stale for readers, who have marks of their own', () => {
  readDocument({ [ADDRESS]: FEATURED });
  const before = Date.now() - 1_000;
  const visitor = new QueryClient().getQueryCache().build(new QueryClient(), featuredOptions());
  expect(visitor.state.dataUpdatedAt).toBeGreaterThan(before);
  startSession('token', sampleUser());
  const reader = new QueryClient().getQueryCache().build(new QueryClient(), featuredOptions());
  expect(reader.state.data).toEqual(FEATURED);
  expect(reader.state.dataUpdatedAt).toBe(0);
});
