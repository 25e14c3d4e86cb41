import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import type { Notice } from '../../shared/api/types';
import { startSession } from '../../shared/session/session';
import { apiServer } from '../../test/api-server';
import { renderPage } from '../../test/render-page';
import { sampleNotice } from '../../test/sample-notice';
import { sampleUser } from '../../test/sample-user';
import { NoticeList } from './notice-list';

const server = apiServer();

beforeEach(() => {
  startSession('t1', sampleUser());
});

/** Serves notices that can be marked as read. */
function serve(notices: readonly Notice[]) {
  let stored = [...notices];
  const marked: unknown[] = [];
  const unread = () => stored.filter(({ readAt }) => readAt === null);
  server.use(
    http.get('*/api/notifications', ({ request }) => {
      const isUnreadOnly = new URL(request.url).searchParams.get('unread') === 'true';
      const shown = isUnreadOnly ? unread() : stored;
      return HttpResponse.json({
        success: true,
        notifications: shown,
        total: shown.length,
        unread: unread().length,
        page: 1,
        totalPages: shown.length === 0 ? 0 : 1,
      });
    }),
    http.post('*/api/notifications/read', async ({ request }) => {
      const body = (await request.json()) as { ids?: string[] };
      marked.push(body);
      stored = stored.map((notice) =>
        body.ids?.includes(notice.id) === false ? notice : { ...notice, readAt: notice.at },
      );
      return HttpResponse.json({ success: true, unread: unread().length });
    }),
  );
  return marked;
}

function open(address = '/notifications') {
  return renderPage(<NoticeList kind="reader" path="/notifications" />, address);
}

it('marks a notice as read when it is opened', async () => {
  const marked = serve([
    sampleNotice('n1'),
    sampleNotice('n2', { readAt: '2026-03-05T00:00:00Z' }),
  ]);
  const router = open();
  const links = await screen.findAllByRole('link', { name: /replied to your comment/u });
  expect(links.map((link) => link.textContent.startsWith('Unread: '))).toEqual([true, false]);
  await userEvent.click(screen.getByRole('link', { name: /^Unread:/u }));
  expect(router.state.location).toMatchObject({ pathname: '/blog/queues', hash: '#comment-c1' });
  await waitFor(() => {
    expect(marked).toEqual([{ ids: ['n1'] }]);
  });
});

it('marks all as read, up to the newest that is shown or later', async () => {
  const future = '2999-01-01T00:00:00.000Z';
  const marked = serve([sampleNotice('n2', { at: future }), sampleNotice('n1')]);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => {
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
  });
  expect(marked).toEqual([{ before: future }]);
  expect(screen.queryByRole('link', { name: /^Unread:/u })).not.toBeInTheDocument();
});

it('filters what is unread', async () => {
  serve([sampleNotice('n1', { readAt: '2026-03-05T00:00:00Z' })]);
  open();
  await screen.findByRole('link', { name: /replied to your comment/u });
  await userEvent.click(screen.getByRole('link', { name: 'Unread' }));
  expect(await screen.findByText('Nothing new')).toBeVisible();
});

it('says what will come, and what failed', async () => {
  serve([]);
  open();
  expect(await screen.findByText('No notifications yet')).toBeVisible();
});

it('offers another try after a failure', async () => {
  open();
  expect(await screen.findByText('Failed to load your notifications')).toBeVisible();
  serve([sampleNotice('n1')]);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /replied to your comment/u })).toBeVisible();
});
