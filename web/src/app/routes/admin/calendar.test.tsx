import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { CalendarPost } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { renderSite } from '../../../test/render-site';
import { signInAdmin, signInAs } from '../../../test/sample-admin';
import { sampleCalendarPost } from '../../../test/sample-calendar-post';

const server = apiServer();
const NOW = new Date(2026, 10, 25, 12);
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the time of a day in the zone of the tests. */
function at(day: number, hour = 9, month = 12) {
  return new Date(2026, month - 1, day, hour).toISOString();
}

const planned = sampleCalendarPost('b1', { title: 'Queues', at: at(1) });
const published = sampleCalendarPost('b2', {
  title: 'Locks',
  status: 'published',
  at: at(20, 8, 11),
});

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  signInAdmin();
});

afterEach(() => {
  vi.useRealTimers();
});

/** What the server has: moves change it. */
let served: readonly CalendarPost[] = [];

/** Serves the calendar; returns the spans that are asked for. */
function serve(posts: readonly CalendarPost[]) {
  served = posts;
  const asked: { from: string | null; to: string | null }[] = [];
  server.use(
    http.get('*/api/admin/calendar', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push({ from: searchParams.get('from'), to: searchParams.get('to') });
      return HttpResponse.json({ success: true, posts: served });
    }),
  );
  return asked;
}

/** Handles moves; returns what was sent. */
function handleMoves(respond: () => Response | undefined = () => undefined) {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/blogs/:id/schedule', async ({ request, params }) => {
      const { publishAt } = (await request.json()) as { publishAt: string };
      sent.push({ id: params['id'], publishAt });
      const refusal = respond();
      if (refusal) {
        return refusal;
      }
      served = served.map((post) => (post.id === params['id'] ? { ...post, at: publishAt } : post));
      return HttpResponse.json({ success: true, blog: { publishAt } });
    }),
  );
  return sent;
}

function cell(day: string) {
  return within(document.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? document.body);
}

const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });

it('shows the posts of a month on their days', async () => {
  const asked = serve([published, planned]);
  renderSite('/admin/calendar?month=2026-12');
  expect(await screen.findByRole('link', { name: /Queues.*scheduled/u })).toHaveAttribute(
    'href',
    '/admin/edit-blog/b1',
  );
  expect(screen.getByRole('heading', { name: 'Calendar' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeVisible();
  expect(cell('2026-12-01').getByText('9:00 AM')).toBeVisible();
  expect(screen.getByText(`Times in ${zone}`)).toBeVisible();
  expect(asked).toHaveLength(1);
  // The en-US week begins on Sunday.
  expect(asked[0]).toEqual({
    from: at(29, 0, 11),
    to: new Date(2027, 0, 3).toISOString(),
  });
});

it('leads to published posts as readers see them, and does not move them', async () => {
  serve([published]);
  renderSite('/admin/calendar');
  expect(await screen.findByRole('link', { name: /Locks.*published/u })).toHaveAttribute(
    'href',
    '/blog/b2',
  );
  expect(screen.queryByRole('button', { name: /^Move/u })).not.toBeInTheDocument();
});

it('goes to other months and back to today by its address', async () => {
  serve([]);
  const router = renderSite('/admin/calendar');
  expect(await screen.findByText(/^No posts in November 2026/u)).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Next month' }));
  expect(await screen.findByRole('heading', { name: 'December 2026' })).toBeVisible();
  expect(router.state.location.search).toBe('?month=2026-12');
  expect(screen.getByRole('link', { name: 'Next month' })).toHaveFocus();
  await user.click(screen.getByRole('link', { name: 'Today' }));
  expect(await screen.findByRole('heading', { name: 'November 2026' })).toBeVisible();
  expect(router.state.location.search).toBe('');
  await user.click(screen.getByRole('link', { name: 'Previous month' }));
  expect(await screen.findByRole('heading', { name: 'October 2026' })).toBeVisible();
});

it('shows that it is loading, and an error with another try', async () => {
  const { opened, open } = gate();
  server.use(
    http.get('*/api/admin/calendar', async () => {
      await opened;
      return HttpResponse.json({}, { status: 500 });
    }),
  );
  renderSite('/admin/calendar');
  expect(await screen.findByRole('table')).toHaveAttribute('aria-busy', 'true');
  open();
  // The client tries again by itself before it gives up.
  expect(await screen.findByText('Failed to load the calendar')).toBeVisible();
  serve([planned]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('link', { name: /Queues/u })).toBeVisible();
});

it('moves a planned post by drag to the same time of another day', async () => {
  serve([planned]);
  const sent = handleMoves();
  renderSite('/admin/calendar?month=2026-12');
  const chip = await screen.findByRole('link', { name: /Queues/u });
  const dataTransfer = { setData: vi.fn(), effectAllowed: '', dropEffect: '' };
  const target = document.querySelector('[data-day="2026-12-17"]') ?? document.body;
  fireEvent.dragStart(chip, { dataTransfer });
  expect(fireEvent.dragOver(target, { dataTransfer })).toBe(false);
  expect(target).toHaveAttribute('data-target', 'taken');
  fireEvent.drop(target, { dataTransfer });
  expect(await cell('2026-12-17').findByRole('link', { name: /Queues/u })).toBeVisible();
  await waitFor(() => {
    expect(sent).toEqual([{ id: 'b1', publishAt: at(17) }]);
  });
  expect(await screen.findByText(/^“Queues” will be published on Thu, Dec 17/u)).toBeVisible();
});

it('refuses past days by drag', async () => {
  serve([sampleCalendarPost('b1', { title: 'Queues', at: at(27, 9, 11) })]);
  const sent = handleMoves();
  renderSite('/admin/calendar');
  const chip = await screen.findByRole('link', { name: /Queues/u });
  const dataTransfer = { setData: vi.fn() };
  for (const day of ['2026-11-10', '2026-11-25']) {
    // Today as well: nine o'clock is over.
    const target = document.querySelector(`[data-day="${day}"]`) ?? document.body;
    fireEvent.dragStart(chip, { dataTransfer });
    expect(fireEvent.dragOver(target, { dataTransfer })).toBe(true);
    expect(target).toHaveAttribute('data-target', 'refused');
    fireEvent.drop(target, { dataTransfer });
  }
  expect(cell('2026-11-27').getByRole('link', { name: /Queues/u })).toBeVisible();
  expect(sent).toEqual([]);
});

it('puts a post back when the server refuses, and says why', async () => {
  serve([planned]);
  handleMoves(() =>
    HttpResponse.json(
      {
        success: false,
        code: 'validation_failed',
        message: 'Invalid',
        errors: { publishAt: 'This time is over' },
      },
      { status: 400 },
    ),
  );
  renderSite('/admin/calendar?month=2026-12');
  const chip = await screen.findByRole('link', { name: /Queues/u });
  fireEvent.dragStart(chip, { dataTransfer: { setData: vi.fn() } });
  const target = document.querySelector('[data-day="2026-12-17"]') ?? document.body;
  fireEvent.drop(target, { dataTransfer: {} });
  expect(await screen.findByRole('alert')).toHaveTextContent('This time is over');
  expect(await cell('2026-12-01').findByRole('link', { name: /Queues/u })).toBeVisible();
});

it('carries a post by the keyboard', async () => {
  serve([planned]);
  const sent = handleMoves();
  const router = renderSite('/admin/calendar?month=2026-12');
  const chip = await screen.findByRole('link', { name: /Queues/u });
  chip.focus();
  await user.keyboard(' ');
  expect(screen.getByText(/“Queues” is picked up from Tuesday, December 1/u)).toBeInTheDocument();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(screen.getByText('Wednesday, December 9, 2026')).toHaveAttribute('aria-live');
  await user.keyboard('{Enter}');
  expect(await cell('2026-12-09').findByRole('link', { name: /Queues/u })).toHaveFocus();
  await waitFor(() => {
    expect(sent).toEqual([{ id: 'b1', publishAt: at(9) }]);
  });
  expect(router.state.location.pathname).toBe('/admin/calendar');
});

it('leaves a carried post where it was by Escape, and by leaving it', async () => {
  serve([planned]);
  const sent = handleMoves();
  renderSite('/admin/calendar?month=2026-12');
  const chip = await screen.findByRole('link', { name: /Queues/u });
  chip.focus();
  await user.keyboard(' {ArrowRight}{Escape}');
  expect(screen.getByText('“Queues” stays on Tuesday, December 1, 2026.')).toBeInTheDocument();
  await user.keyboard(' {ArrowRight}');
  expect(screen.getByText(/^“Queues” → Wed, Dec 2/u)).toBeVisible();
  await user.tab();
  expect(screen.queryByText(/^“Queues” →/u)).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

it('refuses past days by the keyboard, and goes on', async () => {
  serve([sampleCalendarPost('b1', { title: 'Queues', at: at(27, 9, 11) })]);
  const sent = handleMoves();
  renderSite('/admin/calendar');
  const chip = await screen.findByRole('link', { name: /Queues/u });
  chip.focus();
  await user.keyboard(' {ArrowLeft}{ArrowLeft}');
  expect(screen.getByText('Wednesday, November 25, 2026, in the past')).toBeInTheDocument();
  await user.keyboard('{Enter}');
  expect(screen.getByText(/^The time is over on Wednesday/u)).toBeInTheDocument();
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => {
    expect(sent).toEqual([{ id: 'b1', publishAt: at(26, 9, 11) }]);
  });
});

it('moves a post to another date and time by a dialog', async () => {
  serve([planned]);
  const sent = handleMoves();
  renderSite('/admin/calendar?month=2026-12');
  await user.click(await screen.findByRole('button', { name: 'Move Queues…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move to another time' }));
  expect(dialog.getByLabelText('Date')).toHaveValue('2026-12-01');
  expect(dialog.getByLabelText('Time')).toHaveValue('09:00');
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-11-24' } });
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(dialog.getByText('This day is in the past')).toBeVisible();
  expect(dialog.getByLabelText('Date')).toHaveFocus();
  fireEvent.change(dialog.getByLabelText('Date'), { target: { value: '2026-12-03' } });
  fireEvent.change(dialog.getByLabelText('Time'), { target: { value: '18:30' } });
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await cell('2026-12-03').findByText('6:30 PM')).toBeVisible();
  await waitFor(() => {
    expect(sent).toEqual([{ id: 'b1', publishAt: new Date(2026, 11, 3, 18, 30).toISOString() }]);
  });
});

it('opens the list of a day with many posts', async () => {
  serve([8, 9, 10, 11].map((hour) => sampleCalendarPost(`b${hour}`, { at: at(2, hour) })));
  renderSite('/admin/calendar?month=2026-12');
  await user.click(
    await screen.findByRole('button', { name: '2 more on Wednesday, December 2, 2026' }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Wednesday, December 2, 2026' }));
  expect(dialog.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    [8, 9, 10, 11].map((hour) => `/admin/edit-blog/b${hour}`),
  );
  await user.click(dialog.getByRole('button', { name: 'Move Title of b11…' }));
  expect(await screen.findByRole('dialog', { name: 'Move to another time' })).toBeVisible();
});

it('is a list of days on phones', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        media,
        matches: media.includes('39.99rem'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  serve([published, planned]);
  renderSite('/admin/calendar?month=2026-12');
  const day = within(await screen.findByRole('region', { name: 'Tuesday, December 1, 2026' }));
  expect(day.getByRole('link', { name: /Queues/u })).toBeVisible();
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
  // November is another month.
  expect(screen.queryByRole('link', { name: /Locks/u })).not.toBeInTheDocument();
});

it('lets contributors look, but move nothing', async () => {
  signInAs('contributor');
  serve([planned]);
  renderSite('/admin/calendar?month=2026-12');
  expect(await screen.findByRole('link', { name: /Queues/u })).toHaveAttribute(
    'draggable',
    'false',
  );
  expect(screen.queryByRole('button', { name: /^Move/u })).not.toBeInTheDocument();
  expect(screen.getByText('These are your own posts.')).toBeVisible();
});
