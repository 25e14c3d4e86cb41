import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import type { Autosave } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { sampleAutosave } from '../../../test/sample-autosave';
import { samplePost } from '../../../test/sample-post';
import { IMAGE, onlyLoads, openPostPage, write } from './post-pages.fixture';

const server = apiServer();
const SAVED_AT = '2026-03-04T05:06:07.000Z';
const post = {
  ...samplePost('b1', { title: 'Queues', status: 'draft', featuredImage: '/media/0a.webp' }),
  content: '<p>First words</p>',
  revision: 3,
  editors: [],
};

afterEach(() => {
  vi.useRealTimers();
});

type Sent = { key: string; body: Record<string, unknown>; keepalive: boolean };

/** Serves autosaves; returns those that were sent and the keys that were deleted, as arrays that grow. */
function serveAutosaves(
  stored: Autosave[] = [],
  respond: (sent: Sent) => Response | Promise<Response> = ({ key, body }) => accepted(key, body),
) {
  const sent: Sent[] = [];
  const deleted: string[] = [];
  server.get('/blogs/admin/blogs/b1', { success: true, blog: post });
  server.use(
    http.get('*/api/admin/autosaves', () =>
      HttpResponse.json({ success: true, autosaves: stored }),
    ),
    http.get('*/api/admin/autosaves/:key', ({ params }) =>
      HttpResponse.json({
        success: true,
        autosave: stored.find(({ key }) => key === params['key']) ?? null,
      }),
    ),
    http.put('*/api/admin/autosaves/:key', async ({ request, params }) => {
      const autosave = {
        key: String(params['key']),
        body: (await request.json()) as Record<string, unknown>,
        keepalive: request.keepalive,
      };
      sent.push(autosave);
      return respond(autosave);
    }),
    http.delete('*/api/admin/autosaves/:key', ({ params }) => {
      deleted.push(String(params['key']));
      return HttpResponse.json({ success: true });
    }),
  );
  return { sent, deleted };
}

function accepted(key: string, body: Record<string, unknown>, more: object = {}) {
  const { title = '', blog = null, baseRevision = 0 } = body;
  const autosave = { key, title, blog, baseRevision, savedAt: new Date().toISOString() };
  return HttpResponse.json({ success: true, autosave, ...more } as JsonBodyType);
}

function type(title: string) {
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } });
}

async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}

/** Opens the post with timers that are moved by `pass`. */
async function open(address = '/admin/edit-blog/b1') {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const page = openPostPage(address);
  await screen.findByRole('textbox', { name: 'Content' });
  return page;
}

it('keeps what is written on the server every ten seconds, and nothing without a change', async () => {
  const { sent } = serveAutosaves();
  await open();
  type('Queues again');
  expect(sent).toEqual([]);
  await pass(10_000);
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]).toMatchObject({
    key: 'b1',
    body: {
      blog: 'b1',
      baseRevision: 3,
      title: 'Queues again',
      content: '<p>First words</p>',
      category: 'System Design',
      tags: [],
      featuredImage: '/media/0a.webp',
      slug: 'b1',
      canonicalUrl: '',
    },
  });
  expect(await screen.findByText(/^Draft kept on the server/u)).toHaveTextContent(
    'Draft kept on the server · a few seconds ago',
  );
  await pass(30_000);
  expect(sent).toHaveLength(1);
  type('Queues once more');
  await pass(10_000);
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
});

it('sends what is written at once when the page hides', async () => {
  const { sent } = serveAutosaves();
  await open();
  type('Queues in the middle of a wo');
  window.dispatchEvent(new Event('pagehide'));
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]).toMatchObject({
    key: 'b1',
    body: { title: 'Queues in the middle of a wo' },
    keepalive: true,
  });
});

it('says that the text is not on the server only after a failure, and retries', async () => {
  let isDown = true;
  const { sent } = serveAutosaves([], ({ key, body }) =>
    isDown ? HttpResponse.json({ success: false }, { status: 503 }) : accepted(key, body),
  );
  await open();
  type('Queues again');
  expect(screen.queryByText('Not saved on the server yet')).not.toBeInTheDocument();
  await pass(10_000);
  expect(await screen.findByText('Not saved on the server yet')).toBeVisible();
  isDown = false;
  await pass(10_000);
  expect(await screen.findByText(/^Draft kept on the server/u)).toBeVisible();
  expect(sent).toHaveLength(2);
});

it('tells that there are too many unsaved texts', async () => {
  serveAutosaves([], () =>
    HttpResponse.json({ success: false, code: 'too_many_autosaves' }, { status: 409 }),
  );
  await open();
  type('Queues again');
  await pass(10_000);
  expect(await screen.findByText(/^The server keeps 50 unsaved texts of yours/u)).toBeVisible();
});

it('sends no autosave beside a save, and saves after an autosave on its way', async () => {
  const { opened, open: respond } = gate();
  const order: string[] = [];
  serveAutosaves([], async ({ key, body }) => {
    order.push('autosave');
    await opened;
    order.push('autosave ends');
    return accepted(key, body);
  });
  server.use(
    http.put('*/api/blogs/update/b1', () => {
      order.push('save');
      return HttpResponse.json({ success: true, message: '', blog: { ...post, revision: 4 } });
    }),
  );
  await open();
  type('Queues again');
  await pass(10_000);
  await waitFor(() => {
    expect(order).toEqual(['autosave']);
  });
  fireEvent.keyDown(window, { key: 's', code: 'KeyS', ctrlKey: true });
  expect(await screen.findByText('Saving…')).toBeVisible();
  expect(order).toEqual(['autosave']);
  respond();
  await waitFor(() => {
    expect(order).toEqual(['autosave', 'autosave ends', 'save']);
  });
});

it('bases each save on the one before', async () => {
  serveAutosaves();
  const bases: unknown[] = [];
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      const { revision } = (await request.json()) as { revision: number };
      bases.push(revision);
      return HttpResponse.json({
        success: true,
        message: '',
        blog: { ...post, revision: revision + 1 },
      });
    }),
  );
  await open();
  for (const [index, title] of ['One', 'Two'].entries()) {
    type(title);
    fireEvent.keyDown(window, { key: 's', code: 'KeyS', ctrlKey: true });
    await waitFor(() => {
      expect(bases).toHaveLength(index + 1);
    });
    await screen.findByText(
      (_, element) => element?.tagName === 'P' && /^Saved \d/u.test(element.textContent),
    );
  }
  expect(bases).toEqual([3, 4]);
});

it('keeps a new post under one key, and drops that once the post is saved', async () => {
  onlyLoads(IMAGE);
  const { sent, deleted } = serveAutosaves();
  const created = server.post('/blogs/create', { success: true, message: '', blog: post });
  await open('/admin/new-blog');
  type('Queues');
  await write('<p>First words</p>');
  await pass(10_000);
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  await write('<p>First words and more</p>');
  await pass(10_000);
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  const [first, second] = sent;
  expect(first?.key).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/u);
  expect(second?.key).toBe(first?.key);
  expect(first?.body).not.toHaveProperty('blog');
  fireEvent.change(screen.getByLabelText('Featured Image URL'), { target: { value: IMAGE } });
  fireEvent.keyDown(window, { key: 's', code: 'KeyS', ctrlKey: true });
  await waitFor(() => {
    expect(created).toHaveLength(1);
  });
  await waitFor(() => {
    expect(deleted).toEqual([first?.key]);
  });
});

it('sends the addresses of the pictures that the server has stored, also in a save', async () => {
  const saved: unknown[] = [];
  const { sent } = serveAutosaves([], ({ key, body }) =>
    accepted(key, body, { content: '<p>First <img src="/media/0b.webp" alt="A"></p>' }),
  );
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ success: true, message: '', blog: { ...post, revision: 4 } });
    }),
  );
  server.get('/blogs/admin/blogs/b1', { success: true, blog: post });
  await open();
  await write('<p>First <img src="data:image/png;base64,AAAA" alt="A"></p>');
  await pass(10_000);
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]?.body['content']).toContain('data:image/png');
  await screen.findByText(/^Draft kept on the server/u);
  type('Queues again');
  await pass(10_000);
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]?.body['content']).toContain('src="/media/0b.webp"');
  expect(sent[1]?.body['content']).not.toContain('data:');
  fireEvent.keyDown(window, { key: 's', code: 'KeyS', ctrlKey: true });
  await waitFor(() => {
    expect(saved).toEqual([
      expect.objectContaining({ content: '<p>First <img src="/media/0b.webp" alt="A"></p>' }),
    ]);
  });
});

it('offers what the server has of a post, and restores it with its own base', async () => {
  const saved: unknown[] = [];
  serveAutosaves([
    sampleAutosave('b1', {
      blog: 'b1',
      baseRevision: 2,
      isOutdated: true,
      featuredImage: '/media/0a.webp',
    }),
    sampleAutosave('b2', { blog: 'b2' }),
  ]);
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ success: true, message: '', blog: { ...post, revision: 4 } });
    }),
  );
  openPostPage('/admin/edit-blog/b1');
  const notice = await screen.findByText(/^You have unsaved changes from/u);
  expect(notice).toHaveTextContent('Kept on the server. The text was changed since.');
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Stacks');
  expect(screen.getByRole('textbox', { name: 'Content' })).toHaveTextContent('Other words');
  fireEvent.keyDown(window, { key: 's', code: 'KeyS', ctrlKey: true });
  await waitFor(() => {
    expect(saved).toEqual([expect.objectContaining({ title: 'Stacks', revision: 2 })]);
  });
});

it('offers the unsaved new posts, each once, and discards them on the server', async () => {
  localStorage.setItem(
    'post-draft new one',
    JSON.stringify({
      title: 'Stacks',
      content: '<p>Other words</p>',
      category: 'System Design',
      tags: 'rust',
      slug: '',
      canonicalUrl: '',
      featuredImage: '',
      picture: null,
      savedAt: SAVED_AT,
    }),
  );
  const { deleted } = serveAutosaves([
    sampleAutosave('k1'),
    sampleAutosave('k2', { title: 'Heaps', savedAt: '2026-03-04T06:00:00.000Z' }),
    sampleAutosave('b1', { blog: 'b1' }),
  ]);
  openPostPage('/admin/new-blog');
  expect(await screen.findByText('You have 2 unsaved drafts.')).toBeVisible();
  const [first, second] = screen.getAllByRole('listitem');
  expect(first).toHaveTextContent(/^Heaps.*kept on the server/u);
  expect(second).toHaveTextContent(/^Stacks.*kept in this browser and on the server/u);
  await userEvent.click(screen.getByRole('button', { name: 'Discard Stacks' }));
  await waitFor(() => {
    expect(deleted).toEqual(['k1']);
  });
  expect(localStorage).not.toHaveProperty('post-draft new one');
  expect(screen.getByText(/^You have unsaved changes from/u)).toBeVisible();
});

it('takes a restored new post over under its own key', async () => {
  const { sent, deleted } = serveAutosaves([sampleAutosave('k1')]);
  openPostPage('/admin/new-blog');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  await waitFor(() => {
    expect(sent).toEqual([
      expect.objectContaining({ body: expect.objectContaining({ title: 'Stacks' }) as unknown }),
    ]);
  });
  expect(sent[0]?.key).not.toBe('k1');
  await waitFor(() => {
    expect(deleted).toEqual(['k1']);
  });
});

it('saves a restored new post with the cover that the server has stored', async () => {
  onlyLoads('/media/0c.webp');
  serveAutosaves([sampleAutosave('k1', { featuredImage: '/media/0c.webp' })]);
  const created = server.post('/blogs/create', { success: true, message: '', blog: post });
  openPostPage('/admin/new-blog');
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }));
  await screen.findByRole('textbox', { name: 'Content' });
  fireEvent.keyDown(window, { key: 's', code: 'KeyS', ctrlKey: true });
  await waitFor(() => {
    expect(created).toEqual([expect.objectContaining({ featuredImage: '/media/0c.webp' })]);
  });
});

it('keeps an offered text in this browser before another one takes its place', async () => {
  const { sent } = serveAutosaves([sampleAutosave('b1', { blog: 'b1', baseRevision: 3 })]);
  await open();
  await screen.findByText(/^You have unsaved changes from/u);
  type('Queues again');
  await pass(10_000);
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(await screen.findByText(/Kept in this browser\./u)).toBeVisible();
  const kept = Object.entries(localStorage).filter(([key]) => key.startsWith('post-draft b1'));
  expect(kept.map(([, draft]) => String(draft))).toContainEqual(
    expect.stringContaining('Other words'),
  );
});

it('tells who else is writing, and that the post was saved meanwhile', async () => {
  serveAutosaves();
  await open();
  server.get('/blogs/admin/blogs/b1', {
    success: true,
    blog: {
      ...post,
      title: 'Not shown',
      revision: 4,
      editors: [{ id: 'a2', username: 'bo', savedAt: new Date(Date.now() - 70_000).toISOString() }],
    },
  });
  await pass(31_000);
  const notice = await screen.findByText(/is writing in this post too/u);
  expect(notice).toHaveTextContent('bo is writing in this post too (saved 1 minute ago).');
  expect(notice).toHaveTextContent('This post was saved since you opened it.');
  expect(screen.getByLabelText('Title')).toHaveValue('Queues');
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(/is writing in this post too/u)).not.toBeInTheDocument();
});
