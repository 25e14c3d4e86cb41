import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { sampleAdminToken, signInAdmin, signInAs } from '../../../test/sample-admin';
import { samplePost } from '../../../test/sample-post';
import { sampleSpamRules } from '../../../test/sample-spam-rules';
import { sampleUser } from '../../../test/sample-user';

// jsdom has no canvas.
vi.mock('../../../shared/views-chart/views-plot', () => ({ ViewsPlot: () => null }));

const server = apiServer();
const REFRESH_MS = 30_000;
const daily = [
  { date: '2026-03-01', views: 12, unique: 8, mobile: 2, desktop: 10 },
  { date: '2026-03-02', views: 1230, unique: 400, mobile: 200, desktop: 1030 },
];
const stats = { total: { totalPosts: 313, totalViews: 5652 }, engagementRate: 6.5, daily };
const analytics = { success: true, stats };
const page = { success: true, total: 1, page: 1, totalPages: 1 };
const author = { ...samplePost('b').author, username: '' };
const posts = { ...page, blogs: [samplePost('b1'), samplePost('b2', { author })] };
const users = {
  ...page,
  totalUsers: 1024,
  users: [sampleUser(), sampleUser({ _id: 'u2', name: '', username: 'bo', profileImage: null })],
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  vi.useRealTimers();
});

function serve(analyticsStatus = 200) {
  const viewCalls = recordRequests('get', '/blogs/analytics/views', analytics, analyticsStatus);
  const postCalls = recordRequests('get', '/blogs/admin/blogs', posts);
  const userCalls = recordRequests('get', '/users', users);
  server.use(viewCalls.handler, postCalls.handler, userCalls.handler);
  return [viewCalls.requests, postCalls.requests, userCalls.requests] as const;
}

it('shows the figures with their fixed badges', async () => {
  signInAdmin();
  serve();
  renderSite('/admin/dashboard');
  expect(await screen.findByRole('heading', { name: 'Welcome back, Admin!' })).toBeVisible();
  expect(screen.getByText("Here's what's happening with your blog today.")).toBeVisible();
  expect(await screen.findByText('5,652')).toBeVisible();
  const figures = ['Total Posts', 'Total Views', 'Total Users', 'Engagement Rate'].map(
    (label) => screen.getByText(label).parentElement?.textContent,
  );
  expect(figures).toEqual([
    'Total Posts313+12%',
    'Total Views5,652+8%',
    'Total Users1,024+15%',
    'Engagement Rate6.5%+3%',
  ]);
});

it('shows the latest posts with their authors', async () => {
  signInAdmin();
  serve();
  renderSite('/admin/dashboard');
  const panel = within(await screen.findByRole('region', { name: 'Recent Posts' }));
  expect(panel.getByText('Last 4 posts')).toBeVisible();
  expect(await panel.findByRole('link', { name: 'Title of b1' })).toHaveAttribute(
    'href',
    '/blog/b1',
  );
  expect(panel.getByText(/^by Ada •/)).toHaveTextContent('by Ada • Mar 4, 2026');
  expect(panel.getByText(/^by Unknown •/)).toBeVisible();
});

it('shows the latest readers with a link to all', async () => {
  signInAdmin();
  serve();
  renderSite('/admin/dashboard');
  const panel = within(await screen.findByRole('region', { name: 'Recent Users' }));
  expect(panel.getByText('Last 4 signups')).toBeVisible();
  expect(await panel.findByText('Ada Walker')).toBeVisible();
  expect(panel.getByText('bo')).toBeVisible();
  expect(panel.getAllByText(/^Joined/)[0]).toHaveTextContent('Joined Mar 4, 2026');
  expect(panel.getByRole('link', { name: 'View Profile of bo' })).toHaveAttribute(
    'href',
    '/profile/u2',
  );
});

it('provides the chart as a table for screen readers', async () => {
  signInAdmin();
  serve();
  renderSite('/admin/dashboard');
  const table = await screen.findByRole('table', { name: 'Views and readers of the last 30 days' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DayViewsReaders', 'Mar 1128', 'Mar 21230400']);
});

it('sends three requests at once with the administrator’s token, and again every 30 s', async () => {
  const token = sampleAdminToken();
  signInAdmin(token);
  const requests = serve();
  renderSite('/admin/dashboard');
  expect(await screen.findByText('5,652')).toBeVisible();
  expect(requests.map((list) => list.length)).toEqual([1, 1, 1]);
  expect(requests[1][0]?.url.searchParams.get('limit')).toBe('4');
  expect(requests[2][0]?.url.searchParams.get('limit')).toBe('4');
  expect(requests.flat().map(({ authorization }) => authorization)).toEqual(
    Array.from({ length: 3 }, () => `Bearer ${token}`),
  );
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS));
  await waitFor(() => {
    expect(requests.map((list) => list.length)).toEqual([2, 2, 2]);
  });
});

it('empties the lists and logs the error when a request fails', async () => {
  signInAdmin();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serve(500);
  renderSite('/admin/dashboard');
  expect(await screen.findByText('No recent users found')).toBeVisible();
  expect(screen.getByText('No posts found')).toBeVisible();
  expect(screen.queryByText('Ada Walker')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(log).toHaveBeenCalledWith('The dashboard could not be fetched', expect.anything());
});

it.each(['contributor', 'author', 'editor'] as const)(
  'shows the role %s nothing about readers, and does not ask for it',
  async (role) => {
    signInAs(role);
    const [, , userRequests] = serve();
    renderSite('/admin/dashboard');
    expect(await screen.findByText('5,652')).toBeVisible();
    expect(
      screen.getByRole('heading', { level: 1, name: new RegExp(`^Welcome back, ${role}!$`, 'i') }),
    ).toBeVisible();
    expect(screen.getByRole('region', { name: 'Recent Posts' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Recent Users' })).not.toBeInTheDocument();
    expect(screen.queryByText('Total Users')).not.toBeInTheDocument();
    expect(userRequests).toEqual([]);
  },
);

function serveModeration(held: number, reported: number, level: string) {
  const totals = { all: 9, held, reported };
  server.get('/admin/comments', { ...page, comments: [], totals });
  server.get('/admin/spam-rules', { success: true, rules: sampleSpamRules({ level }) });
}

it('notes what waits for a moderator, with links', async () => {
  signInAs('editor');
  serve();
  serveModeration(1, 2, 'open');
  renderSite('/admin/dashboard');
  const notes = within(await screen.findByRole('region', { name: 'Moderation' }));
  expect(notes.getByRole('link', { name: '1 comment waits for a moderator' })).toHaveAttribute(
    'href',
    '/admin/comments?status=held',
  );
  expect(notes.getByRole('link', { name: '2 comments are reported' })).toHaveAttribute(
    'href',
    '/admin/comments?status=reported',
  );
  expect(notes.queryByText(/Is it spam/)).not.toBeInTheDocument();
});

it.each([
  { held: 0, reported: 5, level: 'open', isSuggested: true },
  { held: 5, reported: 0, level: 'open', isSuggested: true },
  { held: 9, reported: 9, level: 'guarded', isSuggested: false },
])('suggests the next level in a wave: %o', async ({ held, reported, level, isSuggested }) => {
  signInAs('editor');
  serve();
  serveModeration(held, reported, level);
  renderSite('/admin/dashboard');
  const notes = within(await screen.findByRole('region', { name: 'Moderation' }));
  const links = notes.queryAllByRole('link', { name: 'Guarded holds more of it' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    isSuggested ? ['/admin/spam-rules'] : [],
  );
});

it('shows no notes of moderation to an author', async () => {
  signInAs('author');
  serve();
  serveModeration(3, 0, 'open');
  renderSite('/admin/dashboard');
  expect(await screen.findByText('5,652')).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Moderation' })).not.toBeInTheDocument();
});
