import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';

import type { Revision } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderPage } from '../../../test/render-page';
import { signInAdmin } from '../../../test/sample-admin';
import { HistoryPage } from './history';

const server = apiServer();

function revision(number: number, changes: Partial<Revision> = {}): Revision {
  return {
    number,
    title: 'Queues',
    category: 'System Design',
    tags: [],
    featuredImage: null,
    slug: 'queues',
    reason: 'save',
    name: null,
    createdAt: '2026-03-04T05:06:07.000Z',
    isCurrent: false,
    author: { id: 'a1', username: 'ada' },
    size: 100,
    ...changes,
  };
}

const REVISIONS = [
  revision(4, { reason: 'conflict', author: { id: 'a2', username: 'bo' } }),
  revision(3, { isCurrent: true }),
  revision(2, { reason: 'publish', name: 'As printed' }),
  revision(1, { reason: 'import', author: null }),
];

function serve(revisions: Revision[] = REVISIONS, total = revisions.length) {
  server.get('/blogs/b1/revisions', {
    success: true,
    revisions,
    total,
    page: 1,
    totalPages: Math.max(1, Math.ceil(total / 20)),
  });
}

function openHistory(query = '') {
  signInAdmin();
  return renderPage(
    <Routes>
      <Route path="/admin/edit-blog/:id/history" element={<HistoryPage />} />
    </Routes>,
    `/admin/edit-blog/b1/history${query}`,
  );
}

const EQUAL = { tag: 'p', text: 'An equal block', html: '<p>An equal block</p>', ranges: [] };

it('lists the versions with the reason, the name, the time and whoever saved them', async () => {
  serve(REVISIONS, 50);
  openHistory();
  expect(await screen.findByText('50 versions')).toBeVisible();
  const rows = screen.getAllByRole('row').slice(1);
  const texts = rows.map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^Version 4Conflict.*Put aside in a conflict.*bo/u);
  expect(texts[1]).toMatch(/^Version 3Present.*Saved.*ada/u);
  expect(texts[2]).toMatch(/^Version 2 · As printed.*Published/u);
  expect(texts[3]).toMatch(/^Version 1.*As it was before the history began.*—/u);
  expect(screen.getByRole('link', { name: 'Page 3' })).toHaveAttribute(
    'href',
    expect.stringContaining('page=3'),
  );
  expect(within(rows[1] ?? document.body).queryByRole('link')).not.toBeInTheDocument();
});

it('says that there are no versions yet', async () => {
  serve([]);
  openHistory();
  expect(await screen.findByText(/^No versions yet/u)).toBeVisible();
});

it('tells who may not see the history', async () => {
  server.use(
    http.get('*/api/blogs/b1/revisions', () =>
      HttpResponse.json({ success: false, code: 'role_not_allowed' }, { status: 403 }),
    ),
  );
  openHistory();
  expect(await screen.findByRole('heading', { name: 'You may not use this page' })).toBeVisible();
});

it('says what failed, and tries again', async () => {
  server.use(
    http.get('*/api/blogs/b1/revisions', () =>
      HttpResponse.json({ success: false }, { status: 500 }),
    ),
  );
  openHistory();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the history');
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('4 versions')).toBeVisible();
});

it('compares a version with the present one, and with others', async () => {
  serve();
  const { handler, requests } = recordRequests('get', '/blogs/b1/revisions/diff', {
    success: true,
    fields: [
      { field: 'tags', from: 'rust', to: '' },
      { field: 'title', from: 'Old', to: 'Queues' },
    ],
    blocks: [
      {
        change: 'changed',
        from: { ...EQUAL, text: 'An old word', ranges: [{ start: 3, end: 6 }] },
        to: { ...EQUAL, text: 'A new word', ranges: [{ start: 2, end: 5 }] },
      },
      ...Array.from({ length: 6 }, () => ({ change: 'same', from: EQUAL, to: EQUAL })),
      { change: 'removed', from: { ...EQUAL, text: 'A removed block' } },
    ],
  });
  server.use(handler);
  const router = openHistory();
  await userEvent.click(
    await screen.findByRole('link', { name: 'Compare version 2 with the present one' }),
  );
  const comparison = await screen.findByRole('region', { name: 'Comparison' });
  expect(requests[0]?.url.search).toBe('?from=2&to=3');
  const marked = (role: string) =>
    within(comparison)
      .getAllByRole(role)
      .map(({ textContent }) => textContent);
  expect(marked('deletion')).toEqual(['rust', 'Old', 'old', 'A removed block']);
  expect(marked('insertion')).toEqual(['None', 'Queues', 'new']);
  expect(within(comparison).getAllByText('An equal block')).toHaveLength(4);
  await userEvent.click(screen.getByRole('button', { name: '4 equal blocks' }));
  expect(within(comparison).getAllByText('An equal block')).toHaveLength(12);

  await userEvent.selectOptions(screen.getByLabelText('with'), 'Version 4');
  await waitFor(() => {
    expect(requests[1]?.url.search).toBe('?from=2&to=4');
  });
  expect(router.state.location.search).toBe('?from=2&to=4');
  await userEvent.click(screen.getByRole('link', { name: 'All versions' }));
  expect(await screen.findByText('4 versions')).toBeVisible();
});

it('restores a version after a question, if the post is as it was shown', async () => {
  serve();
  const sent = server.post('/blogs/b1/revisions/2/restore', { success: true });
  openHistory();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore version 2' }));
  const dialog = screen.getByRole('alertdialog');
  expect(dialog).toHaveTextContent('The present one stays in the history as version 3.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(() => {
    expect(sent).toEqual([{ revision: 3 }]);
  });
  expect(await screen.findByText('Version 2 is restored')).toBeVisible();
});

it('restores nothing over a version that it did not show', async () => {
  serve();
  server.refuse('/blogs/b1/revisions/2/restore', 409, 'revision_conflict', 'It was changed');
  openHistory('?from=2');
  server.get('/blogs/b1/revisions/diff', { success: true, fields: [], blocks: [] });
  await userEvent.click(await screen.findByRole('button', { name: 'Restore version 2' }));
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Restore' }),
  );
  expect(await screen.findByText('It was changed')).toBeVisible();
});

it('renames a version in its row', async () => {
  serve();
  const { handler, requests } = recordRequests('patch', '/blogs/b1/revisions/2', {
    success: true,
  });
  server.use(handler);
  openHistory();
  const rename = await screen.findByRole('button', { name: 'Rename version 2' });
  await userEvent.click(rename);
  const name = screen.getByLabelText('Name of version 2');
  expect(name).toHaveFocus();
  expect(name).toHaveValue('As printed');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Rename version 2' })).toHaveFocus();
  });
  await userEvent.keyboard('{Enter}');
  await userEvent.clear(screen.getByLabelText('Name of version 2'));
  await userEvent.type(screen.getByLabelText('Name of version 2'), ' Final {Enter}');
  await waitFor(() => {
    expect(requests.map(({ body }) => body)).toEqual([{ name: 'Final' }]);
  });
  await waitFor(() => {
    expect(screen.queryByLabelText('Name of version 2')).not.toBeInTheDocument();
  });
});
