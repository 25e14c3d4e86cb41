import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { sampleAuthorProfile, sampleSeries, sampleTag } from '../../../test/sample-collections';
import { samplePost } from '../../../test/sample-post';

const server = apiServer();

function pageOf(total: number, page = 1) {
  return {
    blogs: total === 0 ? [] : [samplePost('b1'), samplePost('b2')],
    total,
    page,
    totalPages: Math.ceil(total / 9),
  };
}

it('shows a tag with its posts', async () => {
  const tag = sampleTag('Back Pressure', {
    description: 'What to do when work comes faster than it goes.',
    cover: '/media/0a.webp',
    coverSmall: '/media/0b.webp',
  });
  server.get('/tags/back-pressure', { success: true, tag, ...pageOf(2) });
  renderSite('/tag/back-pressure');
  expect(await screen.findByRole('heading', { level: 1, name: 'Back Pressure' })).toBeVisible();
  expect(screen.getByText(tag.description)).toBeVisible();
  expect(screen.getByText('2 posts')).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Title of b1' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Follow Back Pressure' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'RSS feed of Back Pressure' })).toHaveAttribute(
    'href',
    '/tag/back-pressure/feed.xml',
  );
  await waitFor(() => {
    expect(document.title).toBe('Back Pressure · Community Blog');
  });
});

it('turns the pages of a tag, and counts them in the title', async () => {
  const requests = recordRequests('get', '/tags/rust', {
    success: true,
    tag: sampleTag('Rust'),
    ...pageOf(20),
  });
  server.use(requests.handler);
  const router = renderSite('/tag/rust?page=2');
  await screen.findByRole('heading', { level: 1, name: 'Rust' });
  await waitFor(() => {
    expect(document.title).toBe('Rust – Page 2 · Community Blog');
  });
  await userEvent.click(screen.getByRole('link', { name: 'Page 3' }));
  expect(router.state.location.search).toBe('?page=3');
  await waitFor(() => {
    expect(requests.requests.at(-1)?.url.search).toBe('?page=3&limit=9');
  });
  expect(screen.getByRole('link', { name: 'Page 1' })).toHaveAttribute('href', '/tag/rust');
});

it('leads from a page beyond the last one to the first', async () => {
  const beyond = { ...pageOf(20), blogs: [] };
  server.get('/tags/rust', { success: true, tag: sampleTag('Rust'), ...beyond });
  renderSite('/tag/rust?page=9');
  expect(await screen.findByText('There is no such page')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to the first page' })).toHaveAttribute(
    'href',
    '/tag/rust',
  );
});

it('replaces a former address by the present one', async () => {
  server.get('/tags/:slug', { success: true, tag: sampleTag('Rust'), ...pageOf(2) });
  const router = renderSite('/tag/rustlang?page=2');
  await screen.findByRole('heading', { level: 1, name: 'Rust' });
  await waitFor(() => {
    expect(router.state.location).toMatchObject({ pathname: '/tag/rust', search: '?page=2' });
  });
});

it.each(['/tag/nothing', '/author/nobody', '/series/nothing'])(
  'says that there is nothing at %s',
  async (address) => {
    renderSite(address);
    expect(
      await screen.findByRole('heading', { name: 'Oops! Something went wrong' }),
    ).toBeVisible();
  },
);

it.each([
  ['/tag/rust', 'Failed to fetch the tag. Please try again later.', '/tags/rust'],
  ['/author/ada', 'Failed to fetch the author. Please try again later.', '/authors/ada'],
  ['/series/queues', 'Failed to fetch the series. Please try again later.', '/series/queues'],
])('shows an error at %s and retries', async (address, message, path) => {
  const failing = recordRequests('get', path, {}, 500);
  server.use(failing.handler);
  renderSite(address);
  expect(await screen.findByRole('heading', { name: message })).toBeVisible();
  server.use(http.get(`*/api${path}`, () => HttpResponse.json({}, { status: 404 })));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('404')).toBeVisible();
});

it('shows an author with their links', async () => {
  const author = sampleAuthorProfile({
    bio: 'Writes about queues.',
    socialLinks: {
      website: 'https://ada.example.org',
      github: '',
      linkedin: '',
      x: '',
      twitter: '',
    },
  });
  server.get('/authors/ada', { success: true, author, ...pageOf(2) });
  renderSite('/author/ada');
  expect(await screen.findByRole('heading', { level: 1, name: 'Ada' })).toBeVisible();
  expect(screen.getByText('Writes about queues.')).toBeVisible();
  const links = within(screen.getByRole('list', { name: 'Links' }));
  expect(links.getByRole('link', { name: 'Website' })).toHaveAttribute(
    'href',
    'https://ada.example.org',
  );
  expect(screen.getByRole('button', { name: 'Follow Ada' })).toBeVisible();
});

it('shows an author without posts', async () => {
  server.get('/authors/ada', { success: true, author: sampleAuthorProfile(), ...pageOf(0) });
  renderSite('/author/ada');
  expect(await screen.findByText('No posts yet. The first one will stand here.')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Links' })).not.toBeInTheDocument();
});

it('shows a series with its posts in their order', async () => {
  server.get('/series/queues', {
    success: true,
    series: sampleSeries({ description: 'From one to many.' }),
    blogs: [samplePost('b2'), samplePost('b1')],
  });
  renderSite('/series/queues');
  expect(await screen.findByRole('heading', { level: 1, name: 'Queues' })).toBeVisible();
  expect(screen.getByText('From one to many.')).toBeVisible();
  expect(screen.getByText('2 posts')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ada' })).toHaveAttribute('href', '/author/ada');
  const titles = screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent);
  expect(titles).toEqual(['Title of b2', 'Title of b1']);
  expect(screen.getByRole('button', { name: 'Follow Queues' })).toBeVisible();
});

it('does not name the author of a series who has left', async () => {
  const author = { ...sampleSeries().author, _id: null, id: null, slug: null };
  const found = { series: sampleSeries({ author, postCount: 1 }), blogs: [samplePost('b1')] };
  server.get('/series/queues', { success: true, ...found });
  renderSite('/series/queues');
  expect(await screen.findByText('1 post')).toBeVisible();
  expect(screen.queryByText(/^By/u)).not.toBeInTheDocument();
});
