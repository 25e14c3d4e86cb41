import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import type { Series, SeriesPost } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { sampleSeries, sampleSeriesPost } from '../../../test/sample-collections';

const server = apiServer();
const LIST = '/admin/series';
const ONE = '/admin/series/s1';
const POSTS = ['one', 'two', 'three'].map((id) => sampleSeriesPost(id, { title: id }));

beforeEach(() => {
  signInAs('author');
});

function serve(series: readonly Series[] = [sampleSeries()]) {
  const list = recordRequests('get', LIST, {
    success: true,
    series: [...series],
    total: series.length,
    page: 1,
    totalPages: 1,
  });
  server.use(list.handler);
  return list.requests;
}

function serveOne(posts: readonly SeriesPost[] = POSTS) {
  server.get(ONE, { success: true, series: sampleSeries(), blogs: [...posts] });
}

/** Handles orders of the posts; returns the ids that were sent, an array that grows. */
function handleOrders(opened: Promise<void> = Promise.resolve()) {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/series/s1/order', async ({ request }) => {
      const { blogs } = (await request.json()) as { blogs: string[] };
      sent.push(blogs);
      await opened;
      const ordered = blogs.flatMap((id) => POSTS.filter(({ _id }) => _id === id));
      // What is fetched afterwards is in this order as well.
      serveOne(ordered);
      return HttpResponse.json({ success: true, series: sampleSeries(), blogs: ordered });
    }),
  );
  return sent;
}

async function items() {
  await screen.findByRole('button', { name: 'Move one up' });
  return within(screen.getByRole('main')).getAllByRole('listitem');
}

async function names() {
  return (await items()).map((item) => within(item).getByRole('link').textContent);
}

it('lists the series, each with its page of the panel', async () => {
  serve();
  renderSite(LIST);
  expect(await screen.findByRole('heading', { level: 1, name: 'Series' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Queues' })).toHaveAttribute('href', ONE);
  expect(screen.getByText('/series/queues')).toBeVisible();
  expect(screen.getByText('1 series')).toBeVisible();
});

it('makes a series and opens it', async () => {
  serve([]);
  serveOne([]);
  const made = server.post('/series', { success: true, series: sampleSeries() });
  const router = renderSite(LIST);
  expect(await screen.findByText('No series yet')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'New Series' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New series' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('Enter the title of the series')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Title'), ' Queues ');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^No posts yet: they come into it/u)).toBeVisible();
  expect(made).toEqual([{ title: 'Queues', description: '' }]);
  expect(router.state.location.pathname).toBe(ONE);
});

it('changes the title of a series, and not its address', async () => {
  serveOne();
  const changes = recordRequests('patch', '/series/s1', {
    success: true,
    series: sampleSeries({ title: 'On queues' }),
  });
  server.use(changes.handler);
  renderSite(ONE);
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit the series' }));
  const title = dialog.getByLabelText('Title');
  await userEvent.clear(title);
  await userEvent.type(title, 'On queues');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The series is saved')).toBeVisible();
  expect(changes.requests.map(({ body }) => body)).toEqual([
    { title: 'On queues', description: '' },
  ]);
});

it('deletes a series once that is confirmed', async () => {
  serve();
  const deletions = recordRequests('delete', '/series/s1', {
    success: true,
    message: 'The series is deleted',
  });
  server.use(deletions.handler);
  renderSite(LIST);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Queues' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete the series?' }));
  serve([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The series is deleted')).toBeVisible();
  expect(await screen.findByText('No series yet')).toBeVisible();
  expect(deletions.requests).toHaveLength(1);
});

it('moves a post by the keyboard at once, and keeps the focus', async () => {
  serveOne();
  const { opened, open } = gate();
  const sent = handleOrders(opened);
  renderSite(ONE);
  expect(await names()).toEqual(['one', 'two', 'three']);
  screen.getByRole('button', { name: 'Move one down' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(await names()).toEqual(['two', 'one', 'three']);
  const down = screen.getByRole('button', { name: 'Move one down' });
  expect(down).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(await names()).toEqual(['two', 'three', 'one']);
  open();
  await waitFor(() => {
    expect(sent).toEqual([
      ['two', 'one', 'three'],
      ['two', 'three', 'one'],
    ]);
  });
  expect(await screen.findByText('one is now number 2 of 3')).toBeInTheDocument();
  expect(await names()).toEqual(['two', 'three', 'one']);
  expect(screen.getByRole('button', { name: 'Move one down' })).toHaveFocus();
});

it('does not move the last post down', async () => {
  serveOne();
  const sent = handleOrders();
  renderSite(ONE);
  const down = await screen.findByRole('button', { name: 'Move three down' });
  expect(down).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(down);
  expect(await names()).toEqual(['one', 'two', 'three']);
  expect(sent).toEqual([]);
});

it('moves a post by dragging it', async () => {
  serveOne();
  const sent = handleOrders();
  renderSite(ONE);
  const [first, , last] = await items();
  const dataTransfer = { setData: () => undefined, effectAllowed: 'none' };
  fireEvent.dragStart(first ?? document.body, { dataTransfer });
  fireEvent.dragOver(last ?? document.body, { dataTransfer });
  fireEvent.drop(last ?? document.body, { dataTransfer });
  await waitFor(() => {
    expect(sent).toEqual([['two', 'three', 'one']]);
  });
});

it('undoes a move that the server refuses', async () => {
  serveOne();
  server.use(
    recordRequests(
      'put',
      '/series/s1/order',
      {
        success: false,
        code: 'series_changed',
        message: 'Other posts have come into the series or left it meanwhile',
      },
      409,
    ).handler,
  );
  renderSite(ONE);
  await userEvent.click(await screen.findByRole('button', { name: 'Move two up' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/meanwhile$/u);
  expect(await names()).toEqual(['one', 'two', 'three']);
});

it('marks drafts, and hides the titles of those of others', async () => {
  serveOne([
    sampleSeriesPost('one', { title: 'one', status: 'draft' }),
    sampleSeriesPost('two', { title: null, status: 'draft' }),
  ]);
  renderSite(ONE);
  const [own, other] = await items();
  expect(own).toHaveTextContent(/Draft$/u);
  expect(other).toHaveTextContent('A draft of somebody else');
  expect(within(other ?? document.body).queryByRole('link')).not.toBeInTheDocument();
});

it('does not show authors a series of somebody else', async () => {
  server.use(
    recordRequests(
      'get',
      ONE,
      { success: false, code: 'role_not_allowed', message: 'Your role does not allow this' },
      403,
    ).handler,
  );
  renderSite(ONE);
  expect(await screen.findByText('There is no such series')).toBeVisible();
});
