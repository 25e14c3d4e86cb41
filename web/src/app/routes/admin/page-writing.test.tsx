import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';

import type { EditableStaticPage } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { recordRequests } from '../../../test/recorded-requests';
import { sampleEditablePage } from '../../../test/sample-static-page';
import { savedAtSomeTime, write } from './post-pages.fixture';
import { openStaticPage } from './static-pages.fixture';

const server = apiServer();
const rules = sampleEditablePage('p1', { title: 'Rules', slug: 'rules', path: '/page/rules' });
const LINK = { createdAt: '2026-11-24T09:00:00.000Z', expiresAt: '2026-12-01T09:00:00.000Z' };

async function open(page: EditableStaticPage = rules) {
  server.get('/admin/pages/p1', { success: true, page });
  server.get('/admin/pages/p1/preview-link', { success: true, link: null });
  const opened = openStaticPage('/admin/edit-page/p1');
  await screen.findByRole('textbox', { name: 'Content' });
  return opened;
}

/** Handles changes of the page; returns their bodies, an array that grows. */
function handleChanges() {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.put('*/api/admin/pages/p1', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      const page = { ...rules, ...body, version: Number(body['version']) + 1 };
      return HttpResponse.json({ success: true, message: '', page });
    }),
  );
  return sent;
}

function save() {
  fireEvent.keyDown(window, { key: 's', code: 'KeyS', ctrlKey: true });
}

it('creates a page and goes on with it at its address', async () => {
  const created = server.post(
    '/admin/pages',
    { success: true, message: '', page: { ...rules, status: 'draft', version: 1 } },
    { status: 201 },
  );
  server.get('/admin/pages/p1/preview-link', { success: true, link: null });
  const { router } = openStaticPage('/admin/new-page');
  expect(screen.getByRole('heading', { level: 1, name: 'New Page' })).toBeVisible();
  await userEvent.type(screen.getByLabelText('Title'), ' Rules ');
  await write('<p>First words</p>');
  await userEvent.type(screen.getByLabelText('Description'), 'How we talk');
  await userEvent.click(screen.getByRole('button', { name: 'Save Draft' }));
  expect(await screen.findByText('The page is saved as a draft')).toBeVisible();
  expect(created).toEqual([
    { title: 'Rules', description: 'How we talk', content: '<p>First words</p>', status: 'draft' },
  ]);
  expect(router.state.location.pathname).toBe('/admin/edit-page/p1');
  expect(await screen.findByRole('heading', { level: 1, name: 'Edit Page' })).toBeVisible();
  expect(screen.getByLabelText('Address')).toHaveValue('rules');
  const sent = handleChanges();
  await userEvent.type(screen.getByLabelText('Title'), '!');
  save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ slug: 'rules', version: 1, status: 'draft' })]);
  });
});

it('requires a title and a text', async () => {
  openStaticPage('/admin/new-page');
  await write('<p> </p>');
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Title and content are required');
  const title = screen.getByLabelText('Title');
  expect(title).toBeInvalid();
  expect(title).toHaveFocus();
  expect(screen.getByRole('textbox', { name: 'Content' })).toHaveAttribute('aria-invalid', 'true');
});

it('has no field of posts', async () => {
  await open();
  for (const label of ['Category', 'Tags', 'Featured Image', 'Canonical URL', 'Authors']) {
    expect(screen.queryByLabelText(label)).not.toBeInTheDocument();
  }
});

it('shows a loading state, then the page', async () => {
  const { opened, open: respond } = gate();
  server.use(
    http.get('*/api/admin/pages/p1', async () => {
      await opened;
      return HttpResponse.json({ success: true, page: rules });
    }),
  );
  openStaticPage('/admin/edit-page/p1');
  expect(await screen.findByText('Loading the page...')).toBeVisible();
  respond();
  expect(await screen.findByLabelText('Title')).toHaveValue('Rules');
  expect(screen.getByLabelText('Address')).toHaveValue('rules');
  expect(screen.getByText('0/300')).toBeVisible();
  expect(await screen.findByRole('textbox', { name: 'Content' })).toHaveTextContent('First words');
  expect(screen.getByRole('link', { name: 'History' })).toHaveAttribute(
    'href',
    '/admin/edit-page/p1/history',
  );
  expect(screen.getByRole('link', { name: 'View page' })).toHaveAttribute('href', '/page/rules');
});

it.each([
  [404, { success: false, code: 'not_found', message: 'Page not found' }, 'Page not found'],
  [500, {}, 'Failed to fetch the page'],
])('says that there is no page to edit (%d)', async (status, body, message) => {
  server.use(http.get('*/api/admin/pages/p1', () => HttpResponse.json(body, { status })));
  openStaticPage('/admin/edit-page/p1');
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

it('saves by Ctrl+S with the present status, and stays', async () => {
  const sent = handleChanges();
  const { router } = await open();
  await userEvent.type(screen.getByLabelText('Title'), ' of us');
  save();
  expect(await savedAtSomeTime()).toBeVisible();
  expect(sent).toEqual([
    {
      title: 'Rules of us',
      slug: 'rules',
      description: '',
      content: '<p>First words</p>',
      status: 'published',
      version: 3,
    },
  ]);
  expect(router.state.location.pathname).toBe('/admin/edit-page/p1');
});

it('publishes a draft, and leads to it', async () => {
  const sent = handleChanges();
  await open({ ...rules, status: 'draft' });
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
  const saved = await screen.findByText('The page is published');
  const banner = within(saved.parentElement ?? document.body);
  expect(banner.getByRole('link', { name: 'View page' })).toHaveAttribute('href', '/page/rules');
  expect(sent).toEqual([expect.objectContaining({ status: 'published' })]);
  await userEvent.type(screen.getByLabelText('Title'), '!');
  expect(screen.queryByText('The page is published')).not.toBeInTheDocument();
});

it('shows errors of the server at their fields', async () => {
  await open();
  server.use(
    http.put('*/api/admin/pages/p1', () =>
      HttpResponse.json(
        {
          success: false,
          code: 'slug_taken',
          message: 'Another page has this address',
          errors: { slug: 'Another page has this address' },
        },
        { status: 409 },
      ),
    ),
  );
  const slug = screen.getByLabelText('Address');
  await userEvent.clear(slug);
  await userEvent.type(slug, 'about');
  save();
  await waitFor(() => {
    expect(slug).toHaveFocus();
  });
  expect(slug).toHaveAccessibleDescription(/Another page has this address/u);
  expect(await screen.findByRole('alert')).toHaveTextContent('Another page has this address');
});

it('offers to try again when there was no connection', async () => {
  await open();
  server.use(http.put('*/api/admin/pages/p1', () => HttpResponse.error()));
  await userEvent.type(screen.getByLabelText('Title'), '!');
  save();
  expect(await screen.findByRole('alert')).toHaveTextContent('Nothing that you wrote is lost.');
  const sent = handleChanges();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
});

const THEIRS = { ...rules, title: 'Rules of Bo', content: '<p>Words of Bo</p>', version: 4 };

/** Opens the page, of which the first save meets a conflict; returns the saves as an array that grows. */
async function meetConflict() {
  const saves: Record<string, unknown>[] = [];
  server.use(
    http.put('*/api/admin/pages/p1', async ({ request }) => {
      saves.push((await request.json()) as Record<string, unknown>);
      return saves.length === 1
        ? HttpResponse.json(
            {
              success: false,
              message: 'Somebody has changed it',
              code: 'version_conflict',
              changedBy: 'bo',
              changedAt: new Date(Date.now() - 180_000).toISOString(),
              conflict: 5,
              page: THEIRS,
            },
            { status: 409 },
          )
        : HttpResponse.json({ success: true, message: '', page: { ...THEIRS, version: 6 } });
    }),
  );
  await open();
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Mine' } });
  save();
  const box = await screen.findByRole('region', { name: 'Changed by somebody else' });
  return { saves, box };
}

it('keeps mine: saves again over the present version', async () => {
  const { saves, box } = await meetConflict();
  expect(box).toHaveFocus();
  expect(box).toHaveTextContent(
    'bo has changed this page 3 minutes ago, while you were writing. Nothing is lost: the history has what you sent as version 5.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await savedAtSomeTime();
  expect(saves.map(({ title, version }) => [title, version])).toEqual([
    ['Mine', 3],
    ['Mine', 4],
  ]);
});

it('takes theirs: shows it as the saved page', async () => {
  const { saves } = await meetConflict();
  await userEvent.click(screen.getByRole('button', { name: 'Take theirs' }));
  await waitFor(() => {
    expect(screen.getByLabelText('Title')).toHaveValue('Rules of Bo');
  });
  expect(screen.getByRole('textbox', { name: 'Content' })).toHaveTextContent('Words of Bo');
  expect(screen.queryByText(/unsaved/iu)).not.toBeInTheDocument();
  expect(saves).toHaveLength(1);
});

it('offers what was not saved in an earlier visit', async () => {
  const { unmount } = await open();
  await userEvent.type(screen.getByLabelText('Title'), ' and more');
  window.dispatchEvent(new Event('pagehide'));
  unmount();
  await open({ ...rules, version: 4 });
  expect(await screen.findByText(/^You have unsaved changes from/u)).toHaveTextContent(
    'Kept in this browser. The text was changed since.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Restore' }));
  expect(screen.getByLabelText('Title')).toHaveValue('Rules and more');
  const sent = handleChanges();
  save();
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ title: 'Rules and more', version: 3 })]);
  });
});

it('shows the text as readers will see it', async () => {
  server.post('/blogs/preview', {
    success: true,
    reading: { html: '<p>Read words</p>', headings: [] },
  });
  await open();
  await userEvent.click(screen.getByRole('button', { name: 'Preview page' }));
  const dialog = await screen.findByRole('dialog', { name: 'Preview' });
  expect(await within(dialog).findByText('Read words')).toBeVisible();
  expect(within(dialog).getByText('Rules')).toBeVisible();
});

it('makes and revokes a preview link of a draft', async () => {
  const sent = server.post('/admin/pages/p1/preview-link', {
    success: true,
    url: 'https://example.org/preview/0123',
    expiresAt: LINK.expiresAt,
  });
  const revocation = recordRequests('delete', '/admin/pages/p1/preview-link', { success: true });
  server.use(revocation.handler);
  await open({ ...rules, status: 'draft' });
  const section = within(screen.getByRole('region', { name: 'Preview link' }));
  await userEvent.click(await section.findByRole('button', { name: 'Create link' }));
  expect(await section.findByLabelText('Address of the preview')).toHaveValue(
    'https://example.org/preview/0123',
  );
  expect(sent).toEqual([{ days: 7 }]);
  await userEvent.click(section.getByRole('button', { name: 'Revoke…' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await section.findByRole('button', { name: 'Create link' })).toBeVisible();
  expect(revocation.requests).toHaveLength(1);
});
