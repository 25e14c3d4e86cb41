import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { samplePage } from '../../../test/sample-static-page';

const server = apiServer();
const about = samplePage('p1', { title: 'About', slug: 'about', path: '/about' });
const draft = samplePage('p2', { title: 'Rules', status: 'draft' });

beforeEach(() => {
  signInAs('editor');
});

function serve(pages = [about, draft], total = pages.length) {
  const list = recordRequests('get', '/admin/pages', {
    success: true,
    pages,
    total,
    page: 1,
    totalPages: Math.ceil(total / 20),
  });
  server.use(list.handler);
  return list.requests;
}

it('lists the pages with their addresses and states', async () => {
  serve();
  renderSite('/admin/pages');
  expect(await screen.findByRole('heading', { level: 1, name: 'Pages' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'New Page' })).toHaveAttribute('href', '/admin/new-page');
  const published = within(await screen.findByRole('row', { name: /About/u }));
  expect(published.getByText('Published')).toBeVisible();
  expect(published.getByText('/about')).toBeVisible();
  for (const [name, address] of [
    ['About', '/admin/edit-page/p1'],
    ['View About', '/about'],
    ['History of About', '/admin/edit-page/p1/history'],
    ['Edit About', '/admin/edit-page/p1'],
  ] as const) {
    expect(published.getByRole('link', { name })).toHaveAttribute('href', address);
  }
  const unfinished = within(screen.getByRole('row', { name: /Rules/u }));
  expect(unfinished.getByText('Draft')).toBeVisible();
  expect(unfinished.queryByRole('link', { name: 'View Rules' })).not.toBeInTheDocument();
  expect(screen.getByText('2 pages')).toBeVisible();
});

it('shows a loading state and an empty list', async () => {
  const { opened, open } = gate();
  server.use(
    http.get('*/api/admin/pages', async () => {
      await opened;
      return HttpResponse.json({ success: true, pages: [], total: 0, page: 1, totalPages: 0 });
    }),
  );
  renderSite('/admin/pages');
  expect(await screen.findByText('Loading pages...')).toBeVisible();
  open();
  expect(await screen.findByText('No pages yet')).toBeVisible();
});

it('shows an error and retries', async () => {
  server.use(recordRequests('get', '/admin/pages', {}, 500).handler);
  renderSite('/admin/pages');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the pages');
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: 'About' })).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('has the number of its page in the address', async () => {
  const requests = serve([about], 50);
  const router = renderSite('/admin/pages');
  await userEvent.click(await screen.findByRole('link', { name: 'Page 3' }));
  await waitFor(() => {
    expect(requests.at(-1)?.url.search).toBe('?page=3&limit=20');
  });
  expect(router.state.location.search).toBe('?page=3');
});

it('deletes a page after a question', async () => {
  serve();
  const deletion = recordRequests('delete', '/admin/pages/p1', { success: true, message: '' });
  server.use(deletion.handler);
  renderSite('/admin/pages');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete About' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this page?' });
  expect(dialog).toHaveAccessibleDescription(
    /^About goes for good.* Links to \/about lead nowhere/u,
  );
  expect(deletion.requests).toHaveLength(0);
  serve([draft]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The page is deleted')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.queryByRole('row', { name: /About/u })).not.toBeInTheDocument();
  });
  expect(deletion.requests).toHaveLength(1);
});

it('goes to the previous page when the last one of a page is deleted', async () => {
  serve([draft], 21);
  server.use(recordRequests('delete', '/admin/pages/p2', { success: true, message: '' }).handler);
  const router = renderSite('/admin/pages?page=2');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Rules' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('');
  });
});

it('keeps a page when deleting is cancelled or fails', async () => {
  serve();
  server.use(recordRequests('delete', '/admin/pages/p1', {}, 500).handler);
  renderSite('/admin/pages');
  const opener = await screen.findByRole('button', { name: 'Delete About' });
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(opener).toHaveFocus();
  });
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete the page')).toBeVisible();
  expect(screen.getByRole('link', { name: 'About' })).toBeVisible();
});
