import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';

import { apiServer } from '../../test/api-server';
import { renderSite } from '../../test/render-site';
import { sampleBlog } from '../../test/sample-blog';

const server = apiServer();
const live = () => document.querySelector('[aria-live][aria-atomic]');

it('reads out the pages that follow, politely, and not what is typed into a search', async () => {
  const list = { success: true, total: 1, page: 1, totalPages: 1 };
  server.get('/blogs', { ...list, blogs: [sampleBlog('a')] });
  const router = renderSite('/recent');
  expect(await screen.findByRole('heading', { name: 'Recently Visited' })).toBeVisible();
  expect(live()).toHaveAttribute('aria-live', 'polite');
  expect(live()).toBeEmptyDOMElement();
  await act(() => router.navigate('/treasure'));
  expect(await screen.findByRole('heading', { name: 'Blog Treasure' })).toBeVisible();
  await waitFor(() => {
    expect(live()).toHaveTextContent('Blog Treasure · Community Blog');
  });
  await userEvent.type(screen.getByRole('searchbox'), 'rust');
  await waitFor(() => {
    expect(document.title).toBe('rust · Blog Treasure · Community Blog');
  });
  expect(live()).toHaveTextContent(/^Blog Treasure · Community Blog$/u);
});
