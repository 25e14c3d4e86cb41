import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Role } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { samplePost } from '../../../test/sample-post';
import { openPostPage } from './post-pages.fixture';

const server = apiServer();
const NOW = new Date(2026, 10, 25, 12);
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const NINE = new Date(2026, 11, 1, 9).toISOString();
const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });

const draft = {
  ...samplePost('b1', { title: 'Queues', status: 'draft', featuredImage: '/media/0a.webp' }),
  content: '<p>First words</p>',
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Opens the editor of a post; returns what is sent to save and to plan it, in this order. */
async function open(changes: Partial<typeof draft> = {}, role: Role = 'author') {
  const sent: unknown[] = [];
  let stored = { ...draft, ...changes };
  server.get('/blogs/b1/preview-link', { success: true, link: null });
  server.use(
    http.get('*/api/blogs/admin/blogs/b1', () =>
      HttpResponse.json({ success: true, blog: stored }),
    ),
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      const body = (await request.json()) as Partial<typeof draft>;
      sent.push({ title: body.title, status: body.status });
      stored = { ...stored, ...body };
      return HttpResponse.json({ success: true, message: '', blog: stored });
    }),
    http.put('*/api/blogs/b1/schedule', async ({ request }) => {
      const body = (await request.json()) as { publishAt: string | null };
      sent.push(body);
      stored = { ...stored, ...body };
      return HttpResponse.json({ success: true, blog: stored });
    }),
  );
  openPostPage('/admin/edit-blog/b1', role);
  await screen.findByRole('textbox', { name: 'Content' });
  return {
    sent,
    publish: () => {
      stored = { ...stored, status: 'published', publishAt: null };
    },
  };
}

async function openDialog() {
  await user.click(screen.getByRole('button', { name: 'Schedule…' }));
  return within(await screen.findByRole('dialog', { name: 'Schedule this post' }));
}

function choose(dialog: Awaited<ReturnType<typeof openDialog>>, day: string, time = '09:00') {
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: day } });
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: time } });
}

it('saves what is written, plans its publication, and stays', async () => {
  const { sent } = await open();
  await user.type(screen.getByLabelText('Title'), ' again');
  const dialog = await openDialog();
  expect(dialog.getByLabelText('Date')).toHaveValue('2026-11-26');
  choose(dialog, '2026-12-01');
  expect(dialog.getByText(`Tue, Dec 1, 2026, 9:00 AM (${zone})`)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Schedule' }));
  const line = await screen.findByRole('note', { name: 'Planned publication' });
  expect(line).toHaveTextContent(`Will be published on Tue, Dec 1, 2026, 9:00 AM (${zone})`);
  expect(sent).toEqual([{ title: 'Queues again', status: 'draft' }, { publishAt: NINE }]);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Title')).toHaveValue('Queues again');
});

it('explains a time that cannot be', async () => {
  const { sent } = await open();
  const dialog = await openDialog();
  choose(dialog, '2026-11-25', '12:00');
  expect(dialog.getByText(`Time zone: ${zone}`)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(dialog.getByText('Choose a time at least a minute from now')).toBeVisible();
  expect(dialog.getByLabelText('Time')).toHaveFocus();
  expect(dialog.getByLabelText('Time')).toBeInvalid();
  choose(dialog, '2028-11-26');
  expect(dialog.queryByText('Choose a time at least a minute from now')).not.toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(dialog.getByText('Choose a date within the next two years')).toBeVisible();
  expect(sent).toEqual([]);
});

it('keeps the dialog open with the reason of the server', async () => {
  await open();
  server.use(
    http.put('*/api/blogs/b1/schedule', () =>
      HttpResponse.json(
        {
          success: false,
          code: 'validation_failed',
          message: 'Invalid',
          errors: { publishAt: 'This time is over' },
        },
        { status: 400 },
      ),
    ),
  );
  const dialog = await openDialog();
  await user.click(dialog.getByRole('button', { name: 'Schedule' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('This time is over');
  expect(dialog.getByRole('button', { name: 'Schedule' })).toBeVisible();
});

it('shows what is missing instead of the dialog', async () => {
  await open();
  await user.clear(screen.getByLabelText('Title'));
  await user.click(screen.getByRole('button', { name: 'Schedule…' }));
  expect(await screen.findByText('Title, content and featured image are required')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('changes and removes the date', async () => {
  const { sent } = await open({ publishAt: NINE });
  await user.click(await screen.findByRole('button', { name: 'Change' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Change the date of publication' }),
  );
  expect(dialog.getByLabelText('Date')).toHaveValue('2026-12-01');
  expect(dialog.getByLabelText('Time')).toHaveValue('09:00');
  choose(dialog, '2026-12-02');
  await user.click(dialog.getByRole('button', { name: 'Schedule' }));
  const line = screen.getByRole('note', { name: 'Planned publication' });
  await waitFor(() => {
    expect(line).toHaveTextContent('Wed, Dec 2, 2026');
  });
  await user.click(within(line).getByRole('button', { name: 'Unschedule' }));
  await waitFor(() => {
    expect(screen.queryByRole('note', { name: 'Planned publication' })).not.toBeInTheDocument();
  });
  expect(sent).toEqual([
    { publishAt: new Date(2026, 11, 2, 9).toISOString() },
    { publishAt: null },
  ]);
});

it('notices the publication, so that the next save does not undo it', async () => {
  const { sent, publish } = await open({ publishAt: new Date(2026, 10, 25, 12, 5).toISOString() });
  await screen.findByRole('note', { name: 'Planned publication' });
  publish();
  await act(() => vi.advanceTimersByTimeAsync(5 * 60_000 + 2_000));
  expect(await screen.findByText('This post has been published, as scheduled')).toBeInTheDocument();
  expect(screen.queryByRole('note', { name: 'Planned publication' })).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('Title'), '!');
  await user.keyboard('{Control>}s{/Control}');
  await waitFor(() => {
    expect(sent).toEqual([{ title: 'Queues!', status: 'published' }]);
  });
});

it('is not offered for published posts', async () => {
  await open({ status: 'published' });
  expect(screen.queryByRole('button', { name: 'Schedule…' })).not.toBeInTheDocument();
});

it('shows contributors the date without a way to change it', async () => {
  await open({ publishAt: NINE }, 'contributor');
  expect(await screen.findByText(/^Will be published on/u)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Schedule…' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Change' })).not.toBeInTheDocument();
});
