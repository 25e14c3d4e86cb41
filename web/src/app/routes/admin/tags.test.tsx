import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import type { ManagedTag } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { sampleTag } from '../../../test/sample-collections';

const server = apiServer();
const LIST = '/admin/tags';
const RUST = sampleTag('Rust', { postCount: 40 });
const RUSTLANG = sampleTag('rustlang', { postCount: 12, draftCount: 1 });

beforeEach(() => {
  signInAs('editor');
});

function serve(tags: readonly ManagedTag[] = [RUST, RUSTLANG], total = tags.length) {
  const list = recordRequests('get', LIST, {
    success: true,
    tags: [...tags],
    total,
    page: 1,
    totalPages: Math.ceil(total / 20),
  });
  server.use(list.handler);
  return list.requests;
}

async function openDialog(opener: string, name: string) {
  await userEvent.click(await screen.findByRole('button', { name: opener }));
  return within(await screen.findByRole(name.startsWith("Merge") ? 'alertdialog' : 'dialog', { name }));
}

it('lists the tags with the numbers of their posts', async () => {
  serve([RUST, RUSTLANG, sampleTag('later', { postCount: 0, draftCount: 2 })]);
  renderSite(LIST);
  expect(await screen.findByRole('heading', { level: 1, name: 'Tags' })).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Rust' })).toHaveAttribute('href', '/tag/rust');
  expect(screen.getByText('12 posts and 1 draft')).toBeVisible();
  expect(screen.getByText('0 posts and 2 drafts')).toBeVisible();
  // It has no page yet.
  expect(screen.queryByRole('link', { name: 'later' })).not.toBeInTheDocument();
});

it('searches, with the words in the address', async () => {
  const requests = serve([], 0);
  renderSite(`${LIST}?search=ru&page=2`);
  expect(await screen.findByText('No tags found')).toBeVisible();
  expect(requests.at(-1)?.url.search).toBe('?search=ru&page=2&limit=20');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search tags' }), 'st');
  await waitFor(() => {
    expect(requests.at(-1)?.url.search).toBe('?search=rust&page=1&limit=20');
  });
});

it('sends the changes of a tag alone, and says how many posts another name changes', async () => {
  serve();
  const changes = recordRequests('patch', '/tags/rustlang', {
    success: true,
    tag: sampleTag('Rust 2'),
    posts: 13,
  });
  server.use(changes.handler);
  renderSite(LIST);
  const dialog = await openDialog('Edit rustlang', 'Edit the tag');
  const name = dialog.getByLabelText('Name');
  expect(name).toHaveFocus();
  await userEvent.clear(name);
  await userEvent.type(name, 'Rust 2');
  expect(dialog.getByText('Changes 12 posts and 1 draft')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('Description'), 'A language.{Enter}Fast.');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The tag is saved')).toBeVisible();
  expect(changes.requests.map(({ body }) => body)).toEqual([
    { name: 'Rust 2', description: 'A language. Fast.' },
  ]);
});

it('sets and removes the picture of a tag', async () => {
  serve([sampleTag('Rust', { cover: '/media/0a.webp' })]);
  const changes = recordRequests('patch', '/tags/rust', { success: true, tag: RUST, posts: 0 });
  server.use(changes.handler);
  renderSite(LIST);
  const dialog = await openDialog('Edit Rust', 'Edit the tag');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove the picture' }));
  expect(dialog.getByLabelText('Picture')).toHaveFocus();
  await userEvent.upload(
    dialog.getByLabelText('Picture'),
    new File(['x'], 'notes.txt', { type: 'text/plain' }),
    { applyAccept: false },
  );
  expect(await dialog.findByText(/“notes.txt” is not a PNG/u)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(changes.requests.map(({ body }) => body)).toEqual([{ cover: null }]);
  });
});

it('shows at the field that another tag has the name', async () => {
  serve();
  server.use(
    recordRequests(
      'patch',
      '/tags/rustlang',
      {
        success: false,
        code: 'tag_exists',
        message: 'There is such a tag already',
        errors: { name: 'There is such a tag already' },
      },
      409,
    ).handler,
  );
  renderSite(LIST);
  const dialog = await openDialog('Edit rustlang', 'Edit the tag');
  await userEvent.clear(dialog.getByLabelText('Name'));
  await userEvent.type(dialog.getByLabelText('Name'), 'Rust');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText('There is such a tag already')).toBeVisible();
  expect(dialog.getByLabelText('Name')).toHaveFocus();
});

it('merges a tag into another one, after it has said what that changes', async () => {
  serve();
  const merges = recordRequests('post', '/tags/rustlang/merge', {
    success: true,
    tag: RUST,
    posts: 13,
  });
  server.use(merges.handler);
  renderSite(LIST);
  const dialog = await openDialog('Merge rustlang into another tag', 'Merge “rustlang”');
  expect(
    dialog.getByText(/^12 posts and 1 draft have rustlang and get the other tag/u),
  ).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await dialog.findByText('Enter the tag that stays')).toBeVisible();
  await userEvent.type(dialog.getByLabelText('The tag that stays'), 'rust');
  expect(await dialog.findByText('“Rust” has 40 posts now')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('13 posts changed, “Rust” stays')).toBeVisible();
  expect(merges.requests.map(({ body }) => body)).toEqual([{ into: 'rust' }]);
});

it('says that there is no such tag to merge into', async () => {
  serve();
  server.refuse('/tags/rustlang/merge', 400, 'validation_failed', 'Invalid', {
    errors: { into: 'There is no such tag' },
  });
  renderSite(LIST);
  const dialog = await openDialog('Merge rustlang into another tag', 'Merge “rustlang”');
  await userEvent.type(dialog.getByLabelText('The tag that stays'), 'nothing');
  await userEvent.click(dialog.getByRole('button', { name: 'Merge' }));
  expect(await dialog.findByText('There is no such tag')).toBeVisible();
});
