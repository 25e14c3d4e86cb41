import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { updateAdmin } from '../../../shared/session/admin-session';
import { apiServer } from '../../../test/api-server';
import { sampleAdmin } from '../../../test/sample-admin';
import { samplePost } from '../../../test/sample-post';
import { openPostPage } from './post-pages.fixture';

const server = apiServer();
const draft = {
  ...samplePost('b1', { title: 'Queues', status: 'draft', featuredImage: '/media/0a.webp' }),
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
  expect(screen.getByText(/only an editor can change it now/)).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Content' })).not.toBeInTheDocument();
});

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
