import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { samplePost } from '../../../test/sample-post';
import { openPostPage, savedAtSomeTime } from './post-pages.fixture';

const server = apiServer();
const post = {
  ...samplePost('b1', { title: 'Queues', status: 'draft', featuredImage: '/media/0a.webp' }),
  content: '<p>First words</p>',
  revision: 3,
  editors: [],
};
const theirs = {
  ...post,
  title: 'Queues of Bo',
  content: '<p>Words of Bo</p>',
  slug: 'queues-of-bo',
  featuredImage: '/media/0b.webp',
  revision: 4,
};
const CONFLICT = {
  success: false,
  message: 'Somebody saved it',
  code: 'revision_conflict',
  revision: 4,
  changedBy: 'bo',
  changedAt: new Date(Date.now() - 180_000).toISOString(),
  conflict: 5,
  blog: theirs,
};
const side = (text: string, start: number, end: number) => ({
  tag: 'p',
  text,
  html: `<p>${text}</p>`,
  ranges: [{ start, end }],
});
const COMPARISON = {
  success: true,
  fields: [{ field: 'title', from: 'Queues of Bo', to: 'Mine' }],
  blocks: [
    { change: 'changed', from: side('Words of Bo', 9, 11), to: side('Words of Ada', 9, 12) },
    {
      change: 'added',
      to: { ...side('<img src=x onerror=alert(1)>', 0, 0), ranges: [] },
    },
  ],
};

type Body = { title: string; revision: number; status: string; slug?: string };

/** Opens the post, of which the first save meets a conflict; returns the saves as an array that grows. */
async function meetConflict(during: () => void = () => undefined) {
  const saves: Body[] = [];
  server.get('/blogs/admin/blogs/b1', { success: true, blog: post });
  server.get('/blogs/b1/revisions/diff', COMPARISON);
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      saves.push((await request.json()) as Body);
      if (saves.length === 1) {
        during();
        return HttpResponse.json(CONFLICT, { status: 409 });
      }
      return HttpResponse.json({ success: true, message: '', blog: { ...theirs, revision: 6 } });
    }),
  );
  const page = openPostPage('/admin/edit-blog/b1');
  await screen.findByRole('textbox', { name: 'Content' });
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Mine' } });
  save();
  await screen.findByRole('heading', { name: 'bo has changed this post' });
  return { saves, ...page };
}

function save() {
  fireEvent.keyDown(window, { key: 's', code: 'KeyS', ctrlKey: true });
}

it('shows who changed the post, and both texts with their differences', async () => {
  await meetConflict();
  const heading = screen.getByRole('heading', { level: 1 });
  await waitFor(() => {
    expect(heading).toHaveFocus();
  });
  expect(screen.getByText(/^It was saved/u)).toHaveTextContent(
    'It was saved 3 minutes ago, while you were writing. Both texts are kept: theirs is version 4, yours is version 5 of the history.',
  );
  const comparison = await screen.findByRole('region', { name: 'Comparison' });
  const words = (name: string) =>
    within(comparison)
      .getAllByRole(name)
      .map(({ textContent }) => textContent);
  expect(words('deletion')).toEqual(['Queues of Bo', 'Bo']);
  expect(words('insertion')).toEqual(['Mine', 'Ada', '<img src=x onerror=alert(1)>']);
  expect(comparison.querySelector('img')).toBeNull();
  expect(screen.queryByRole('textbox', { name: 'Content' })).not.toBeInTheDocument();
});

it('keeps mine: saves again over the present version', async () => {
  const { saves } = await meetConflict();
  await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  await savedAtSomeTime();
  expect(saves.map(({ title, revision }) => [title, revision])).toEqual([
    ['Mine', 3],
    ['Mine', 4],
  ]);
  // What was not changed here is theirs.
  expect(saves[1]).not.toHaveProperty('slug');
  expect(saves[1]).not.toHaveProperty('featuredImage');
  expect(screen.getByLabelText('Title')).toHaveValue('Mine');
  await waitFor(() => {
    expect(screen.getByRole('textbox', { name: 'Content' })).toHaveFocus();
  });
});

it('takes theirs: shows it as the saved post', async () => {
  const { saves } = await meetConflict();
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
  expect(await screen.findByLabelText('Title')).toHaveValue('Queues of Bo');
  expect(screen.getByRole('textbox', { name: 'Content' })).toHaveTextContent('Words of Bo');
  expect(await savedAtSomeTime()).toBeVisible();
  expect(screen.queryByText(/unsaved/u)).not.toBeInTheDocument();
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'After Bo' } });
  save();
  await waitFor(() => {
    expect(saves[1]).toMatchObject({ title: 'After Bo', revision: 4 });
  });
});

it('takes theirs: offers what was typed since the save', async () => {
  await meetConflict(() => {
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Mine and more' } });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
  expect(await screen.findByText(/^You have unsaved changes from/u)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Mine and more');
});

it('edits on: goes back to the text, and the next save wins', async () => {
  const { saves } = await meetConflict();
  await userEvent.click(screen.getByRole('button', { name: 'Edit on' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Mine');
  expect(screen.getByText('Unsaved changes')).toBeVisible();
  expect(saves).toHaveLength(1);
  save();
  await waitFor(() => {
    expect(saves[1]).toMatchObject({ title: 'Mine', revision: 4 });
  });
});

it('saves nothing by keys while it is undecided', async () => {
  const { saves } = await meetConflict();
  save();
  await userEvent.click(screen.getByRole('button', { name: 'Edit on' }));
  expect(saves).toHaveLength(1);
});

it('can be decided without the comparison', async () => {
  const { opened, open } = gate();
  let isDown = true;
  await meetConflict(() => {
    server.use(
      http.get('*/api/blogs/b1/revisions/diff', async () => {
        await opened;
        return isDown
          ? HttpResponse.json({ success: false }, { status: 500 })
          : HttpResponse.json(COMPARISON);
      }),
    );
  });
  expect(screen.getByRole('status', { name: 'Comparing the two versions' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Keep mine' })).toBeEnabled();
  open();
  expect(await screen.findByText('Failed to compare the two versions')).toBeVisible();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Comparison' })).toBeVisible();
});
