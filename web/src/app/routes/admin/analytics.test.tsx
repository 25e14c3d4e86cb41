import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import type { PostAnalytics, PostAnalyticsDay } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';

// jsdom has no canvas.
vi.mock('../../../shared/views-chart/views-plot', () => ({ ViewsPlot: () => null }));

const server = apiServer();
const PAGE = '/admin/edit-blog/b1/analytics';
const CALL = '/blogs/b1/analytics';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns days up to 2026-03-02, the last of which has all the views. */
function daily(days: number): PostAnalyticsDay[] {
  return Array.from({ length: days }, (_, index) => {
    const isLast = index === days - 1;
    return {
      date: new Date(Date.UTC(2026, 2, 2 - (days - 1 - index))).toISOString().slice(0, 10),
      views: isLast ? 1_234 : 0,
      unique: isLast ? 800 : 0,
      mobile: isLast ? 1_000 : 0,
      desktop: isLast ? 234 : 0,
      finished: isLast ? 333 : 0,
    };
  });
}

function analytics(changes: Partial<PostAnalytics> = {}): PostAnalytics {
  return {
    days: 30,
    views: 1_234,
    unique: 800,
    finished: 333,
    finishedShare: 41.6,
    likes: 12,
    comments: 3,
    bookmarks: 5,
    followers: 2,
    daily: daily(changes.days ?? 30),
    referrers: [
      { host: 'news.example.com', views: 617 },
      { host: 'search.example.net', views: 100 },
    ],
    otherReferrers: 17,
    withoutReferrer: 500,
    ...changes,
  };
}

function serve(changes: Partial<PostAnalytics> = {}, status = 'published') {
  const blog = { _id: 'b1', slug: 'queues', title: 'Queues', status };
  const call = recordRequests('get', CALL, {
    success: true,
    blog,
    analytics: analytics(changes),
  });
  server.use(call.handler);
  return call.requests;
}

it('shows the figures of the last 30 days', async () => {
  signInAs('author');
  const requests = serve();
  renderSite(PAGE);
  expect(await screen.findByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Queues' })).toHaveAttribute(
    'href',
    '/blog/queues',
  );
  const figures = ['Read to the end', 'Likes', 'Comments', 'Bookmarks', 'New followers'].map(
    (label) => screen.getByText(label).parentElement?.textContent,
  );
  expect(figures).toEqual([
    'Read to the end41.6%',
    'Likes12',
    'Comments3',
    'Bookmarks5',
    'New followers2',
  ]);
  expect(screen.getByText('Last 30 days')).toBeVisible();
  expect(requests[0]?.url.searchParams.get('days')).toBe('30');
  await waitFor(() => {
    expect(document.title).toBe('Analytics · Community Blog');
  });
});

it('shows where readers come from, without links to it', async () => {
  signInAs('editor');
  serve();
  renderSite(PAGE);
  const table = await screen.findByRole('table', { name: 'Where readers come from' });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toEqual([
    'SiteViewsShare',
    'news.example.com61750%',
    'search.example.net1008%',
    'Other sites171%',
    'No other site, or not known50041%',
  ]);
  expect(within(table).queryByRole('link')).not.toBeInTheDocument();
});

it('has the figures of each day as a table, the latest first', async () => {
  signInAs('editor');
  serve();
  renderSite(PAGE);
  await userEvent.click(await screen.findByText('Figures of each day'));
  const table = screen.getByRole('table', { name: /^Figures of each day/u });
  const rows = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(rows).toHaveLength(31);
  expect(rows[1]).toBe('Mar 21,2348001,000234333');
  expect(rows[2]).toBe('Mar 100000');
});

it('changes the span, which the address keeps', async () => {
  signInAs('editor');
  const requests = serve({ days: 365 });
  const router = renderSite(PAGE);
  await userEvent.click(await screen.findByRole('link', { name: '1 year' }));
  expect(router.state.location.search).toBe('?days=365');
  await waitFor(() => {
    expect(requests.at(-1)?.url.searchParams.get('days')).toBe('365');
  });
  expect(await screen.findByText('Last 365 days')).toBeVisible();
  expect(screen.getByRole('link', { name: '1 year' })).toHaveAttribute('aria-current', 'page');
});

it('takes an unknown span in the address for the default', async () => {
  signInAs('editor');
  const requests = serve();
  renderSite(`${PAGE}?days=31`);
  expect(await screen.findByRole('link', { name: '30 days' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await waitFor(() => {
    expect(requests[0]?.url.searchParams.get('days')).toBe('30');
  });
});

it('says that nobody has read it yet', async () => {
  signInAs('editor');
  const none = { views: 0, unique: 0, finished: 0, finishedShare: null };
  serve({ ...none, referrers: [], otherReferrers: 0, withoutReferrer: 0, daily: [] }, 'draft');
  renderSite(PAGE);
  expect(await screen.findByText('No other site has led readers here in this time.')).toBeVisible();
  expect(screen.getByText('Read to the end').parentElement).toHaveTextContent('–');
  expect(screen.getByText('Queues')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Queues' })).not.toBeInTheDocument();
});

it('downloads the days and the sites of the span', async () => {
  signInAs('editor');
  serve({ days: 7 });
  const files: string[] = [];
  server.use(
    http.get(`*/api${CALL}/export`, ({ request }) => {
      files.push(new URL(request.url).search);
      return new HttpResponse('host,views\n', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  const saved = vi.fn();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved(this.download);
  });
  renderSite(`${PAGE}?days=7`);
  await userEvent.click(await screen.findByRole('button', { name: 'Download days' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Download sites' }));
  await waitFor(() => {
    expect(saved.mock.calls).toEqual([['analytics.csv'], ['referrers.csv']]);
  });
  expect(files).toEqual(['?days=7&table=days', '?days=7&table=referrers']);
});

it('says who may see it', async () => {
  signInAs('author');
  server.use(
    http.get(`*/api${CALL}`, () =>
      HttpResponse.json(
        { success: false, code: 'role_not_allowed', message: 'Your role does not allow this' },
        { status: 403 },
      ),
    ),
  );
  renderSite(PAGE);
  expect(await screen.findByRole('heading', { name: 'You may not use this page' })).toBeVisible();
  expect(screen.getByText(/only editors and administrators can see its analytics/u)).toBeVisible();
});

it('shows an error, and tries again', async () => {
  signInAs('editor');
  const failing = recordRequests(
    'get',
    CALL,
    { success: false, code: 'not_found', message: 'Blog not found' },
    404,
  );
  server.use(failing.handler);
  renderSite(PAGE);
  expect(await screen.findByRole('alert')).toHaveTextContent('Blog not found');
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('41.6%')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('knows no other page about a post', async () => {
  signInAs('editor');
  renderSite('/admin/edit-blog/b1/nothing');
  expect(await screen.findByText('404')).toBeVisible();
});
