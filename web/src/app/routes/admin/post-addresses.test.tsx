import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { sampleManagedPost } from '../../../test/sample-post';
import { IMAGE, onlyLoads, openPostPage, savedAtSomeTime, write } from './post-pages.fixture';

const server = apiServer();

const post = {
  ...sampleManagedPost('b1', { title: 'Queues', slug: 'queues', featuredImage: '/media/0a.webp' }),
  content: '<p>First words</p>',
};

async function open(changes: Partial<typeof post> = {}, role: 'author' | 'contributor' = 'author') {
  const opened = { ...post, ...changes };
  server.get('/blogs/admin/blogs/b1', { success: true, blog: opened });
  openPostPage('/admin/edit-blog/b1', role);
  await screen.findByRole('textbox', { name: 'Content' });
}

/** Handles updates as the server does; returns their bodies, an array that grows. */
function handleUpdates() {
  const sent: unknown[] = [];
  let stored = post;
  server.use(
    http.put('*/api/blogs/update/b1', async ({ request }) => {
      const body = (await request.json()) as Partial<typeof post>;
      sent.push(body);
      stored = { ...stored, ...body, canonicalUrl: body.canonicalUrl ?? stored.canonicalUrl };
      return HttpResponse.json({ success: true, message: '', blog: stored });
    }),
  );
  return sent;
}

function refuseUpdates(status: number, field: string, message: string) {
  const code = status === 409 ? 'slug_taken' : 'validation_failed';
  const body = { success: false, code, message, errors: { [field]: message } };
  server.use(http.put('*/api/blogs/update/b1', () => HttpResponse.json(body, { status })));
}

async function type(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
}

async function save() {
  await userEvent.keyboard('{Control>}s{/Control}');
}

it('shows the addresses of the post', async () => {
  await open({ canonicalUrl: 'https://example.org/first' });
  expect(screen.getByLabelText('Address')).toHaveValue('queues');
  expect(screen.getByLabelText('Address')).toHaveAccessibleDescription(
    'Old addresses redirect here',
  );
  expect(screen.getByText('/blog/')).toBeVisible();
  expect(screen.getByLabelText('Canonical address')).toHaveValue('https://example.org/first');
});

it('sends the addresses that were changed, once', async () => {
  const sent = handleUpdates();
  await open();
  await type('Address', ' waiting-lines ');
  await type('Canonical address', 'https://example.org/first');
  await save();
  await waitFor(() => {
    expect(sent).toEqual([
      expect.objectContaining({
        slug: 'waiting-lines',
        canonicalUrl: 'https://example.org/first',
      }),
    ]);
  });
  await waitFor(() => {
    expect(screen.getByLabelText('Address')).toHaveValue('waiting-lines');
  });
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await save();
  await waitFor(() => {
    expect(sent).toHaveLength(2);
  });
  expect(sent[1]).not.toHaveProperty('slug');
  expect(sent[1]).not.toHaveProperty('canonicalUrl');
});

it('removes the canonical address by an empty field, and keeps the slug', async () => {
  const sent = handleUpdates();
  await open({ canonicalUrl: 'https://example.org/first' });
  await userEvent.clear(screen.getByLabelText('Address'));
  await userEvent.clear(screen.getByLabelText('Canonical address'));
  await save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ canonicalUrl: '' })]);
  });
  expect(sent[0]).not.toHaveProperty('slug');
  await waitFor(() => {
    expect(screen.getByLabelText('Address')).toHaveValue('queues');
  });
});

it.each([
  [409, 'slug', 'Address', 'Another post has this address, or had it before'],
  [400, 'canonicalUrl', 'Canonical address', 'The canonical address must be an https address'],
] as const)('shows an error %i under its field: %s', async (status, field, label, message) => {
  refuseUpdates(status, field, message);
  await open();
  await type(label, 'other');
  await save();
  const control = screen.getByLabelText(label);
  await waitFor(() => {
    expect(control).toBeInvalid();
  });
  expect(control).toHaveAccessibleDescription(expect.stringContaining(message));
  expect(control).toHaveValue('other');
  expect(control).toHaveFocus();
});

it('shows the slug of a new post once it is saved', async () => {
  server.use(
    http.post('*/api/blogs/create', () =>
      HttpResponse.json({ success: true, message: '', blog: { ...post, status: 'draft' } }),
    ),
  );
  onlyLoads(IMAGE);
  openPostPage('/admin/new-blog', 'author');
  await write('<p>First words</p>');
  expect(screen.getByLabelText('Address')).toHaveValue('');
  await userEvent.type(screen.getByLabelText('Title'), 'Queues');
  await userEvent.type(screen.getByLabelText('Featured Image URL'), IMAGE);
  await save();
  expect(await savedAtSomeTime()).toBeVisible();
  expect(screen.getByLabelText('Address')).toHaveValue('queues');
});

it('is not shown to contributors', async () => {
  const sent = handleUpdates();
  await open({ status: 'draft' }, 'contributor');
  expect(screen.queryByLabelText('Address')).not.toBeInTheDocument();
  expect(screen.queryByLabelText('Canonical address')).not.toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Title'), ' again');
  await save();
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  expect(sent[0]).not.toHaveProperty('slug');
  expect(sent[0]).not.toHaveProperty('canonicalUrl');
});
