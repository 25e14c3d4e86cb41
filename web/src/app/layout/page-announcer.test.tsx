import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { apiServer } from '../../test/api-server';
import { samplePost } from '../../test/sample-post';

const server = apiServer();
const liveRegion = () => document.querySelector('[aria-live][aria-atomic]');

it('announces page changes politely, but not the text of a search', async () => {
  const list = { success: true, total: 1, page: 1, totalPages: 1 };
  server.get('/blogs', { ...list, blogs: [samplePost('a')] });
  server.get('/search/suggest', { success: true, suggestions: [] });
  // Modules that have seen no page: the title of the first one is not announced.
  vi.resetModules();
  const { renderSite } = await import('../../test/render-site');
  const router = renderSite('/recent');
  expect(await screen.findByRole('heading', { name: 'Recently Visited' })).toBeVisible();
  expect(liveRegion()).toHaveAttribute('aria-live', 'polite');
  expect(liveRegion()).toBeEmptyDOMElement();
  await act(() => router.navigate('/treasure'));
  expect(await screen.findByRole('heading', { name: 'Blog Treasure' })).toBeVisible();
  await waitFor(() => {
    expect(liveRegion()).toHaveTextContent('Blog Treasure · Community Blog');
  });
  await userEvent.type(screen.getByRole('searchbox'), 'rust');
  await waitFor(() => {
    expect(document.title).toBe('rust · Blog Treasure · Community Blog');
  });
  expect(liveRegion()).toHaveTextContent(/^Blog Treasure · Community Blog$/u);
});
