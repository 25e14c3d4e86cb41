import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { StaticPageRevision } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { samplePageRevision } from '../../../test/sample-static-page';
import { openStaticPage } from './static-pages.fixture';

const server = apiServer();
const REVISIONS = [
  samplePageRevision(4, { reason: 'conflict', author: { id: 'a2', username: 'bo' } }),
  samplePageRevision(3, { isCurrent: true, reason: 'publish' }),
  samplePageRevision(2, { title: 'Old rules', author: null }),
];

function serve(revisions: StaticPageRevision[] = REVISIONS, total = revisions.length) {
  server.get('/admin/pages/p1/revisions', {
    success: true,
    revisions,
    version: 3,
    total,
    page: 1,
    totalPages: Math.max(1, Math.ceil(total / 20)),
  });
}

function openHistory() {
  openStaticPage('/admin/edit-page/p1/history');
}

it('lists the versions with the reason, the time and whoever saved them', async () => {
  serve(REVISIONS, 50);
  openHistory();
  expect(await screen.findByText('50 versions')).toBeVisible();
  const texts = screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/^Version 4Conflict.*Put aside in a conflict.*bo/u);
  expect(texts[1]).toMatch(/^Version 3Present.*Published.*ada/u);
  expect(texts[2]).toMatch(/^Version 2.*Saved.*—/u);
  expect(screen.getByRole('link', { name: 'Back to the page' })).toHaveAttribute(
    'href',
    '/admin/edit-page/p1',
  );
  expect(screen.queryByRole('button', { name: 'Restore version 3' })).not.toBeInTheDocument();
});

it('says what went wrong, and tries again', async () => {
  server.use(
    http.get('*/api/admin/pages/p1/revisions', () =>
      HttpResponse.json(
        { success: false, code: 'not_found', message: 'Page not found' },
        { status: 404 },
      ),
    ),
  );
  openHistory();
  expect(await screen.findByRole('alert')).toHaveTextContent('Page not found');
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('3 versions')).toBeVisible();
});

it('shows a version as readers saw it', async () => {
  serve();
  server.get('/admin/pages/p1/revisions/2', {
    success: true,
    revision: REVISIONS[2] ?? null,
    reading: { html: '<p>Old words</p>', headings: [] },
    content: '<p>Old words</p>',
  });
  openHistory();
  const view = await screen.findByRole('button', { name: 'View version 2' });
  await userEvent.click(view);
  const dialog = await screen.findByRole('dialog', { name: 'Version 2' });
  expect(within(dialog).getByText('Old rules')).toBeVisible();
  expect(await within(dialog).findByText('Old words')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => {
    expect(view).toHaveFocus();
  });
});

it('offers to try again when a version does not come', async () => {
  serve();
  openHistory();
  await userEvent.click(await screen.findByRole('button', { name: 'View version 2' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Version 2' }));
  expect(await dialog.findByRole('button', { name: 'Try again' })).toBeVisible();
});

it('restores a version after a question, if the page is as it was shown', async () => {
  serve();
  const sent = server.post('/admin/pages/p1/revisions/2/restore', { success: true });
  openHistory();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore version 2' }));
  const dialog = screen.getByRole('alertdialog');
  expect(dialog).toHaveTextContent('The page gets the title “Old rules”');
  expect(dialog).toHaveTextContent('The present one stays in the history as version 3.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
  await waitFor(() => {
    expect(sent).toEqual([{ version: 3 }]);
  });
  expect(await screen.findByText('Version 2 is restored')).toBeVisible();
});

it('restores nothing over a version that it did not show', async () => {
  serve();
  server.refuse(
    '/admin/pages/p1/revisions/2/restore',
    409,
    'version_conflict',
    'Somebody has changed this page since you opened it',
  );
  openHistory();
  await userEvent.click(await screen.findByRole('button', { name: 'Restore version 2' }));
  await userEvent.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Restore' }),
  );
  expect(
    await screen.findByText('Somebody has changed this page since you opened it'),
  ).toBeVisible();
});
