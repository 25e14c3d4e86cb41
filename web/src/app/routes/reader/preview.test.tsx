import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { samplePost } from '../../../test/sample-post';
import { sampleReadablePage } from '../../../test/sample-static-page';

const server = apiServer();
const draft = {
  ...samplePost('b1', { title: 'Queues', status: 'draft', tags: ['rust'] }),
  tagSlugs: ['rust'],
  reading: { html: '<p>First words</p>', headings: [] },
};

it('shows the draft with a banner, without what belongs to published posts', async () => {
  server.get('/preview-links/0123', {
    success: true,
    blog: draft,
    expiresAt: '2026-12-01T12:00:00.000Z',
  });
  const views = recordRequests('post', '/blogs/b1/view', { success: true });
  server.use(views.handler);
  renderSite('/preview/0123');
  expect(await screen.findByRole('heading', { level: 1, name: 'Queues' })).toBeVisible();
  expect(screen.getByRole('note')).toHaveTextContent(
    /^Preview of a draft — this post is not published yet\. The link works until Dec 1, 2026\.$/u,
  );
  expect(screen.getByText('First words')).toBeVisible();
  expect(screen.getByRole('link', { name: 'rust' })).toBeVisible();
  for (const name of [/^Like/u, /Bookmark/u, 'Share']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  expect(screen.queryByText(/\d views?$/u)).not.toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: /Comments/u })).not.toBeInTheDocument();
  expect(views.requests).toEqual([]);
});

it('shows the draft of a static page with a banner', async () => {
  server.get('/preview-links/0123', {
    success: true,
    page: sampleReadablePage('rules'),
    expiresAt: '2026-12-01T12:00:00.000Z',
  });
  renderSite('/preview/0123');
  expect(await screen.findByRole('heading', { level: 1, name: 'Title of rules' })).toBeVisible();
  expect(screen.getByRole('note')).toHaveTextContent(/this page is not published yet/u);
  expect(screen.getByText('First words')).toBeVisible();
});

it('is not there for a link that is unknown, over or revoked', async () => {
  renderSite('/preview/0123');
  expect(await screen.findByRole('heading', { name: 'Blog not found' })).toBeVisible();
});
