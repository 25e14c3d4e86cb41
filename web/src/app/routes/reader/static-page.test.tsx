import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { renderSite } from '../../../test/render-site';
import { sampleReadablePage } from '../../../test/sample-static-page';

const server = apiServer();

it('shows a page with its title and its text, and nothing that belongs to posts', async () => {
  server.get('/pages/rules', { success: true, page: sampleReadablePage('rules') });
  renderSite('/page/rules');
  expect(await screen.findByRole('heading', { level: 1, name: 'Title of rules' })).toBeVisible();
  expect(screen.getByText('First words')).toBeVisible();
  expect(screen.getByRole('heading', { level: 2, name: 'Who' })).toBeVisible();
  for (const name of [/^Like/u, /Bookmark/u, 'Share']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  await waitFor(() => {
    expect(document.title).toBe('Title of rules · Community Blog');
  });
});

it('shows the page about the site at its own address', async () => {
  const about = sampleReadablePage('about', { path: '/about', title: 'About us' });
  server.get('/pages/about', { success: true, page: about });
  renderSite('/about');
  expect(await screen.findByRole('heading', { level: 1, name: 'About us' })).toBeVisible();
});

it('shows that it is loading', async () => {
  const { opened, open } = gate();
  server.use(
    http.get('*/api/pages/rules', async () => {
      await opened;
      return HttpResponse.json({ success: true, page: sampleReadablePage('rules') });
    }),
  );
  renderSite('/page/rules');
  expect(await screen.findByRole('status', { name: 'Loading the page' })).toBeVisible();
  open();
  expect(await screen.findByText('First words')).toBeVisible();
});

it.each(['/page/nothing', '/about'])('says that there is no page at %s', async (address) => {
  renderSite(address);
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Oops! Something went wrong' }),
  ).toBeVisible();
});

it('shows an error and retries', async () => {
  server.use(http.get('*/api/pages/rules', () => HttpResponse.json({}, { status: 500 })));
  renderSite('/page/rules');
  expect(
    await screen.findByText('Failed to fetch the page. Please try again later.'),
  ).toBeVisible();
  server.get('/pages/rules', { success: true, page: sampleReadablePage('rules') });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('First words')).toBeVisible();
});
