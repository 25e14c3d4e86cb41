import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { samplePost } from '../../../test/sample-post';
import { openPostPage, savedAtSomeTime } from './post-pages.fixture';

const CONTENT = '<p>First <strong>words</strong></p><ul><li>a<ul><li>b</li></ul></li></ul>';
const server = apiServer();
const post = {
  ...samplePost('b1', {
    title: 'Queues',
    tags: ['rust', 'web'],
    featuredImage: '/media/0a.webp',
  }),
  content: CONTENT,
  revision: 3,
};

beforeEach(() => {
  server.get('/blogs/b1/notes', { success: true, notes: [], total: 0, page: 1, totalPages: 0 });
});

afterEach(() => {
  vi.useRealTimers();
});

async function open() {
  server.get('/blogs/admin/blogs/b1', { success: true, blog: post });
  const page = openPostPage('/admin/edit-blog/b1');
  await screen.findByRole('textbox', { name: 'Content' });
  return page;
}

/** Returns the fields of a form; for a file its type. */
function formFields(form: FormData) {
  return Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.type]),
  );
}

/** Handles updates; returns their bodies, an array that grows. */
function handleUpdates() {
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data');
      sent.push(isForm ? formFields(await request.formData()) : await request.json());
      return HttpResponse.json({ success: true, message: '', blog: post });
    }),
  );
  return sent;
}

it('shows a loading state, then the post', async () => {
  const { opened, open: respond } = gate();
  server.use(
    http.get('*/api/blogs/admin/blogs/b1', async () => {
      await opened;
      return HttpResponse.json({ success: true, blog: post });
    }),
  );
  openPostPage('/admin/edit-blog/b1');
  expect(await screen.findByText('Loading blog...')).toBeVisible();
  respond();
  expect(await screen.findByLabelText('Title')).toHaveValue('Queues');
  expect(screen.getByLabelText('Category')).toHaveValue('System Design');
  expect(screen.getByLabelText('Tags')).toHaveValue('rust, web');
  expect(screen.getByRole('img', { name: 'Featured' })).toHaveAttribute('src', '/media/0a.webp');
  expect(await screen.findByRole('textbox', { name: 'Content' })).toHaveTextContent('First words');
});

it.each([
  [
    { status: 404 },
    { success: false, code: 'not_found', message: 'Blog not found' },
    'Blog not found',
  ],
  [{ status: 500 }, {}, 'Failed to fetch blog'],
])('leads to the dashboard when there is no post to edit: %j', async (init, body, message) => {
  server.use(http.get('*/api/blogs/admin/blogs/b1', () => HttpResponse.json(body, init)));
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { router } = openPostPage('/admin/edit-blog/b1');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
  await act(() => vi.advanceTimersByTimeAsync(2_500));
  expect(router.state.location.pathname).toBe('/admin/edit-blog/b1');
  await act(() => vi.advanceTimersByTimeAsync(600));
  expect(router.state.location.pathname).toBe('/admin/dashboard');
});

it.each([
  ['Publish', 'published', 'Post Published!'],
  ['Save as Draft', 'draft', 'Post Saved as Draft'],
])(
  '%s: sends the post without its image and leads to the dashboard',
  async (name, status, message) => {
    const sent = handleUpdates();
    const { router } = await open();
    await userEvent.type(screen.getByLabelText('Title'), ' again');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(sent).toEqual([
      {
        title: 'Queues again',
        content: CONTENT,
        category: 'System Design',
        tags: ['rust', 'web'],
        status,
        revision: 3,
      },
    ]);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(router.state.location.pathname).toBe('/admin/dashboard');
  },
);

it('shows that it is saving', async () => {
  const { opened, open: respond } = gate();
  server.use(
    http.put('*/api/blogs/update/b1', async () => {
      await opened;
      return HttpResponse.json({}, { status: 500 });
    }),
  );
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('button', { name: 'Updating...' })).toBeDisabled();
  respond();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update blog');
});

it('keeps text that is typed while the post is being saved', async () => {
  const { opened, open: respond } = gate();
  const sent: unknown[] = [];
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      sent.push(await request.json());
      await opened;
      return HttpResponse.json({ success: true, message: '', blog: post });
    }),
  );
  const { router } = await open();
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findAllByRole('button', { name: 'Updating...' });
  await userEvent.type(screen.getByLabelText('Title'), ' and again');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  respond();
  expect(await screen.findByText(/^Post Published!/u)).toHaveTextContent(
    'What you wrote since then is not saved yet.',
  );
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(router.state.location.pathname).toBe('/admin/edit-blog/b1');
  window.dispatchEvent(new Event('pagehide'));
  const drafts = Object.keys(localStorage).filter((key) => key.startsWith('post-draft b1'));
  expect(drafts.map((key) => localStorage.getItem(key))).toEqual([
    expect.stringContaining('Queues again and again'),
  ]);
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent).toEqual([
    expect.objectContaining({ title: 'Queues again' }),
    expect.objectContaining({ title: 'Queues again and again' }),
  ]);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(router.state.location.pathname).toBe('/admin/dashboard');
});

it('sends a new image as a file', async () => {
  const sent = handleUpdates();
  await open();
  const file = new File(['abc'], 'new.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Featured Image'), file);
  await waitFor(() => {
    expect(screen.getByRole('img', { name: 'Featured' })).toHaveAttribute(
      'src',
      'data:image/png;base64,YWJj',
    );
  });
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Post Published!');
  expect(sent).toEqual([
    {
      title: 'Queues',
      content: CONTENT,
      category: 'System Design',
      tags: '["rust","web"]',
      status: 'published',
      revision: '3',
      featuredImage: 'image/png',
    },
  ]);
});

it.each([
  ['text', '', 30_000],
  ['pictures in the text', '<p><img src="data:image/png;base64,AAAA" alt=""></p>', 180_000],
])('has a request timeout long enough for %s', async (_what, added, milliseconds) => {
  handleUpdates();
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  server.get('/blogs/admin/blogs/b1', {
    success: true,
    blog: { ...post, content: CONTENT + added },
  });
  openPostPage('/admin/edit-blog/b1');
  await screen.findByRole('textbox', { name: 'Content' });
  timeout.mockClear();
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  await screen.findByText('Post Published!');
  expect(timeout.mock.calls[0]).toEqual([milliseconds]);
});

it('shows the generated cover when the current image fails to load', async () => {
  await open();
  fireEvent.error(screen.getByRole('img', { name: 'Featured' }));
  expect(screen.queryByRole('img', { name: 'Featured' })).not.toBeInTheDocument();
  expect(screen.getByText(/^The image does not load/u)).toBeVisible();
  expect(document.querySelector('.featured-shown .cover-initials')).toHaveTextContent('Q');
});

it('shows the generated cover in the preview when the image fails to load', async () => {
  server.post('/blogs/preview', { success: true, reading: { html: '<p>Read</p>', headings: [] } });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Preview post' }));
  await screen.findByRole('dialog', { name: 'Preview' });
  const cover = document.querySelector('.preview-cover img');
  expect(cover).toHaveAttribute('src', '/media/0a.webp');
  fireEvent.error(cover ?? document.body);
  expect(document.querySelector('.preview-cover .cover-initials')).toHaveTextContent('Q');
});

it('requires an image and can restore the current one', async () => {
  const sent = handleUpdates();
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Remove image' }));
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Title, content and featured image are required',
  );
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Keep the present image' }));
  expect(screen.getByRole('img', { name: 'Featured' })).toHaveAttribute('src', '/media/0a.webp');
});

it('rejects a file that is not an image', async () => {
  await open();
  const file = new File(['abc'], 'a.svg', { type: 'image/svg+xml' });
  await userEvent.upload(screen.getByLabelText('Featured Image'), file);
  expect(await screen.findByText(/is not a PNG/u)).toBeVisible();
});

it('offers no draft that equals the post', async () => {
  const first = await open();
  const title = screen.getByLabelText('Title');
  await userEvent.type(title, 'x{Backspace}');
  first.unmount();
  await open();
  expect(screen.queryByText(/^You have unsaved changes/u)).not.toBeInTheDocument();
});

it.each(['Publish', 'Save as Draft'])(
  '%s: requires no image of a post that was imported without one',
  async (name) => {
    const sent = handleUpdates();
    server.get('/blogs/admin/blogs/b1', { success: true, blog: { ...post, featuredImage: null } });
    openPostPage('/admin/edit-blog/b1');
    await screen.findByRole('textbox', { name: 'Content' });
    expect(screen.queryByRole('img', { name: 'Featured' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use a generated cover' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name }));
    expect(await screen.findByText(/^Post (Published!|Saved as Draft)$/u)).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(sent[0]).not.toHaveProperty('featuredImage');
  },
);

it('saves by Ctrl+S with the present status, and stays', async () => {
  const sent = handleUpdates();
  const { router } = await open();
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await userEvent.keyboard('{Control>}s{/Control}');
  expect(await savedAtSomeTime()).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ title: 'Queues again', status: 'published' })]);
  expect(screen.getByRole('button', { name: 'Publish' })).toBeEnabled();
  expect(router.state.location.pathname).toBe('/admin/edit-blog/b1');
});

it('sends a new image once', async () => {
  const sent = handleUpdates();
  await open();
  const file = new File(['abc'], 'new.png', { type: 'image/png' });
  await userEvent.upload(screen.getByLabelText('Featured Image'), file);
  await userEvent.keyboard('{Control>}s{/Control}');
  await savedAtSomeTime();
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[0]).toHaveProperty('featuredImage', 'image/png');
  expect(sent[1]).not.toHaveProperty('featuredImage');
});

it('tells before publishing of pictures without alternative text', async () => {
  const sent = handleUpdates();
  server.get('/blogs/admin/blogs/b1', {
    success: true,
    blog: {
      ...post,
      content: '<p>a <img src="/media/a.png"><img src="/media/b.png" alt=""></p>',
    },
  });
  openPostPage('/admin/edit-blog/b1');
  const text = await screen.findByRole('textbox', { name: 'Content' });
  const publish = screen.getByRole('button', { name: 'Publish' });
  await userEvent.click(publish);
  expect(screen.getByText('1 picture has no alternative text')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(publish).toHaveFocus();
  await userEvent.click(publish);
  await userEvent.click(screen.getByRole('button', { name: 'Show me' }));
  expect(screen.queryByText('1 picture has no alternative text')).not.toBeInTheDocument();
  expect(text).toHaveFocus();
  expect(sent).toEqual([]);
  await userEvent.click(publish);
  await userEvent.click(screen.getByRole('button', { name: 'Publish anyway' }));
  expect(await screen.findByText('Post Published!')).toBeVisible();
  expect(sent).toHaveLength(1);
});

it('saves a draft without a word about pictures', async () => {
  const sent = handleUpdates();
  server.get('/blogs/admin/blogs/b1', {
    success: true,
    blog: { ...post, content: '<p>a <img src="/media/a.png"></p>' },
  });
  openPostPage('/admin/edit-blog/b1');
  await screen.findByRole('textbox', { name: 'Content' });
  await userEvent.click(screen.getByRole('button', { name: 'Save as Draft' }));
  expect(await screen.findByText('Post Saved as Draft')).toBeVisible();
  expect(sent).toHaveLength(1);
});
