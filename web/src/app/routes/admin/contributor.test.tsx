import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, expect, it, vi } from 'vitest';

import { updateAdmin } from '../../../shared/session/admin-session';
import { apiServer } from '../../../test/api-server';
import { sampleAdmin } from '../../../test/sample-admin';
import { sampleManagedPost } from '../../../test/sample-post';
import { openPostPage } from './post-pages.fixture';

const server = apiServer();

afterEach(() => {
  vi.useRealTimers();
});

const draft = {
  ...sampleManagedPost('b1', { title: 'Queues', status: 'draft', featuredImage: '/media/0a.webp' }),
  content: '<p>First words</p>',
};

function serve(post: typeof draft | (typeof draft & { status: 'published' })) {
  server.get('/blogs/admin/blogs/b1', { success: true, blog: post });
}

it('offers only drafts of a new post', async () => {
  openPostPage('/admin/new-blog', 'contributor');
  expect(await screen.findByRole('button', { name: 'Save Draft' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
});

it('saves an own draft as a draft', async () => {
  const sent: unknown[] = [];
  serve(draft);
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ success: true, message: '', blog: draft });
    }),
  );
  openPostPage('/admin/edit-blog/b1', 'contributor');
  await screen.findByRole('textbox', { name: 'Content' });
  expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Save as Draft' }));
  expect(await screen.findByText('Post Saved as Draft')).toBeVisible();
  expect(sent).toEqual([expect.objectContaining({ status: 'draft' })]);
});

it('does not open a published post', async () => {
  serve({ ...draft, status: 'published' });
  openPostPage('/admin/edit-blog/b1', 'contributor');
  expect(await screen.findByRole('heading', { name: 'You may not use this page' })).toBeVisible();
  expect(screen.getByText(/only editors and administrators can change it now/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Content' })).not.toBeInTheDocument();
});

it.each(['contributor', 'author'] as const)(
  'does not open the post of somebody else: %s',
  async (role) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    server.use(
      http.get('*/api/blogs/admin/blogs/b1', () =>
        HttpResponse.json(
          { success: false, code: 'role_not_allowed', message: 'Your role does not allow this' },
          { status: 403 },
        ),
      ),
    );
    const { router } = openPostPage('/admin/edit-blog/b1', role);
    expect(await screen.findByRole('heading', { name: 'You may not use this page' })).toBeVisible();
    expect(screen.getByText(/^Somebody else wrote this post/)).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(router.state.location.pathname).toBe('/admin/edit-blog/b1');
  },
);

it('keeps the text of an open post when the role is taken away', async () => {
  serve({ ...draft, status: 'published' });
  openPostPage('/admin/edit-blog/b1', 'author');
  await userEvent.type(await screen.findByLabelText('Title'), ' again');
  act(() => {
    updateAdmin(sampleAdmin({ role: 'contributor' }));
  });
  expect(screen.getByLabelText('Title')).toHaveValue('Queues again');
  expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
});
