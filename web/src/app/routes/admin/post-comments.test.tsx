import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { sampleDraft } from '../../../test/sample-post';
import { openPostPage } from './post-pages.fixture';

const server = apiServer();

async function open(commentsClosed: boolean) {
  let stored = sampleDraft('b1', { status: 'published', commentsClosed });
  const sent: unknown[] = [];
  server.get('/blogs/admin/blogs/b1', { success: true, blog: stored });
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      const body = (await request.json()) as Partial<typeof stored>;
      sent.push(body);
      stored = { ...stored, ...body };
      return HttpResponse.json({ success: true, message: '', blog: stored });
    }),
  );
  openPostPage('/admin/edit-blog/b1', 'author');
  await screen.findByRole('textbox', { name: 'Content' });
  return sent;
}

const box = () => screen.getByRole('checkbox', { name: 'Close comments' });

async function save() {
  await userEvent.keyboard('{Control>}s{/Control}');
}

it('closes a post for comments, once', async () => {
  const sent = await open(false);
  expect(box()).not.toBeChecked();
  expect(box()).toHaveAccessibleDescription(/^Readers can write no more/);
  await userEvent.click(box());
  await save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ commentsClosed: true })]);
  });
  expect(box()).toBeChecked();
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await save();
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]).not.toHaveProperty('commentsClosed');
});

it('opens a closed post for comments again', async () => {
  const sent = await open(true);
  expect(box()).toBeChecked();
  await userEvent.click(box());
  await save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ commentsClosed: false })]);
  });
});
