import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { ImportedRedirects, Redirect } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { sampleRedirect } from '../../../test/sample-redirect';

const server = apiServer();
const LIST = '/admin/redirects';

beforeEach(() => {
  signInAs('editor');
});

afterEach(() => {
  vi.restoreAllMocks();
});

function serve(redirects: readonly Redirect[] = [sampleRedirect()], total = redirects.length) {
  const list = recordRequests('get', LIST, {
    success: true,
    redirects: [...redirects],
    total,
    page: 1,
    totalPages: Math.ceil(total / 20),
  });
  server.use(list.handler);
  return list.requests;
}

async function rowOf(name: RegExp) {
  return within(await screen.findByRole('row', { name }));
}

async function openDialog(opener: string, name: string) {
  await userEvent.click(await screen.findByRole('button', { name: opener }));
  return within(await screen.findByRole('dialog', { name }));
}

it('lists the redirects with what follows them', async () => {
  serve([
    sampleRedirect({ hits: 1_234, lastAt: new Date().toISOString() }),
    sampleRedirect({ _id: 'r2', path: '/%C3%BCber', status: 302, source: 'ghost', hits: 1 }),
    sampleRedirect({ _id: 'r3', path: '/100%25', target: null, status: 410, source: 'file' }),
  ]);
  renderSite(LIST);
  expect(await screen.findByRole('heading', { level: 1, name: 'Redirects' })).toBeVisible();
  const first = await rowOf(/2019/u);
  expect(first.getByText('to /blog/hello')).toBeVisible();
  expect(first.getByText('For good')).toBeVisible();
  expect(first.getByText('Entered')).toBeVisible();
  expect(first.getByText(`${(1_234).toLocaleString()} times`)).toBeVisible();
  expect(first.getByText('less than a minute ago')).toBeVisible();
  const second = await rowOf(/über/u);
  expect(second.getByText('For now')).toBeVisible();
  expect(second.getByText('Ghost')).toBeVisible();
  expect(second.getByText('once')).toBeVisible();
  const third = await rowOf(/leads nowhere/u);
  expect(third.getByText('Gone')).toBeVisible();
  expect(third.getByText('File')).toBeVisible();
  expect(third.getByText('never')).toBeVisible();
  expect(screen.getByText('3 redirects')).toBeVisible();
});

it('shows a loading state and an empty list', async () => {
  const { opened, open } = gate();
  server.use(
    http.get(`*/api${LIST}`, async () => {
      await opened;
      const empty = { success: true, redirects: [], total: 0, page: 1, totalPages: 0 };
      return HttpResponse.json(empty);
    }),
  );
  renderSite(LIST);
  expect(await screen.findByText('Loading redirects...')).toBeVisible();
  open();
  expect(await screen.findByText('No redirects yet')).toBeVisible();
});

it('shows an error and retries', async () => {
  server.use(recordRequests('get', LIST, {}, 500).handler);
  renderSite(LIST);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the redirects');
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('/2019/05/hello')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('is for editors and administrators', async () => {
  signInAs('author');
  renderSite(LIST);
  expect(await screen.findByText(/^As an author you have no access/)).toBeVisible();
});

it('searches, with the words in the address', async () => {
  const requests = serve([], 0);
  const router = renderSite(`${LIST}?search=old&page=2`);
  expect(await screen.findByText('No redirects found')).toBeVisible();
  expect(requests.at(-1)?.url.search).toBe('?search=old&page=2&limit=20');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search redirects' }), 'er');
  await waitFor(() => {
    expect(requests.at(-1)?.url.search).toBe('?search=older&page=1&limit=20');
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show all redirects' }));
  expect(router.state.location.search).toBe('');
});

it('makes a redirect', async () => {
  serve([]);
  renderSite(LIST);
  const dialog = await openDialog('New Redirect', 'New redirect');
  const path = dialog.getByLabelText('Old path');
  expect(path).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(path).toHaveAccessibleDescription('Enter the path that the redirect leads from');
  await userEvent.type(path, ' /old ');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const target = dialog.getByLabelText('Leads to');
  expect(target).toHaveAccessibleDescription('Enter where it leads');
  expect(target).toHaveFocus();
  await userEvent.type(target, '/blog/hello');
  await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Moved for now (302)');
  const sent = server.post(LIST, { success: true, redirect: sampleRedirect() }, { status: 201 });
  serve();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The redirect is made')).toBeInTheDocument();
  expect(sent).toEqual([{ path: '/old', status: 302, target: '/blog/hello' }]);
  expect(await screen.findByText('/2019/05/hello')).toBeVisible();
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'New Redirect' })).toHaveFocus();
  });
});

it('changes a redirect to one of something that is gone', async () => {
  serve([sampleRedirect({ path: '/%C3%BCber' })]);
  renderSite(LIST);
  const dialog = await openDialog('Edit /über', 'Edit the redirect');
  expect(dialog.getByLabelText('Old path')).toHaveValue('/über');
  expect(dialog.getByLabelText('Leads to')).toHaveValue('/blog/hello');
  await userEvent.selectOptions(dialog.getByLabelText('Status'), 'Gone for good (410)');
  expect(dialog.queryByLabelText('Leads to')).not.toBeInTheDocument();
  const changed = sampleRedirect({ status: 410, target: null });
  const patch = recordRequests('patch', `${LIST}/r1`, { success: true, redirect: changed });
  server.use(patch.handler);
  serve([changed]);
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The redirect is saved')).toBeInTheDocument();
  expect(patch.requests.map(({ body }) => body)).toEqual([{ path: '/über', status: 410 }]);
  expect(await screen.findByText('leads nowhere')).toBeVisible();
});

it('shows what the server refuses on its field, and keeps what was entered', async () => {
  serve([]);
  const message = 'The address leads back to the path';
  server.refuse(LIST, 400, 'validation_failed', message, { errors: { target: message } });
  renderSite(LIST);
  const dialog = await openDialog('New Redirect', 'New redirect');
  await userEvent.type(dialog.getByLabelText('Old path'), '/old');
  await userEvent.type(dialog.getByLabelText('Leads to'), '/old/');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const target = dialog.getByLabelText('Leads to');
  await waitFor(() => {
    expect(target).toHaveAccessibleDescription(message);
  });
  expect(target).toHaveFocus();
  expect(target).toHaveValue('/old/');
});

it('deletes a redirect after a question', async () => {
  serve();
  renderSite(LIST);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete /2019/05/hello' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete the redirect?' });
  expect(dialog).toHaveAccessibleDescription('Whoever follows /2019/05/hello finds nothing then.');
  const gone = { success: true, message: 'The redirect is deleted' };
  const removal = recordRequests('delete', `${LIST}/r1`, gone);
  server.use(removal.handler);
  serve([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The redirect is deleted')).toBeInTheDocument();
  expect(await screen.findByText('No redirects yet')).toBeVisible();
  expect(removal.requests).toHaveLength(1);
});

it('goes to the previous page when the last one of a page is deleted', async () => {
  serve([sampleRedirect()], 21);
  server.use(recordRequests('delete', `${LIST}/r1`, { success: true, message: '' }).handler);
  const router = renderSite(`${LIST}?page=2`);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete /2019/05/hello' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => {
    expect(router.state.location.search).toBe('');
  });
});

it('says what could not be deleted', async () => {
  serve();
  server.use(recordRequests('delete', `${LIST}/r1`, {}, 500).handler);
  renderSite(LIST);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete /2019/05/hello' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete the redirect')).toBeVisible();
  expect(screen.getByText('/2019/05/hello')).toBeVisible();
});

const IMPORTED: ImportedRedirects = {
  success: true,
  totals: { new: 2, skipped: 1, refused: 1 },
  lines: [
    { line: 1, path: '/a', outcome: 'new', reason: null },
    { line: 2, path: '/b', outcome: 'new', reason: null },
    { line: 3, path: '/c', outcome: 'skipped', reason: 'A redirect leads from this path already' },
    { line: 4, path: '', outcome: 'refused', reason: 'The line is no UTF-8' },
  ],
};

/** Handles imports; returns the types and the texts of the files, an array that grows. */
function takeImports(body: object, status = 200) {
  const sent: { type: string | null; text: string }[] = [];
  server.use(
    http.post(`*/api${LIST}/import`, async ({ request }) => {
      sent.push({ type: request.headers.get('content-type'), text: await request.text() });
      return HttpResponse.json({ ...body }, { status });
    }),
  );
  return sent;
}

function choose(name: string, text: string) {
  const input = screen.getByLabelText('File of redirects');
  return userEvent.upload(input, new File([text], name), { applyAccept: false });
}

it('imports a file and says what became of its lines', async () => {
  serve([]);
  const sent = takeImports(IMPORTED);
  renderSite(LIST);
  expect(await screen.findByText('No redirects yet')).toBeVisible();
  serve();
  await choose('Old.CSV', '/a,/b');
  const result = within(await screen.findByRole('region', { name: 'Imported from Old.CSV' }));
  expect(result.getByRole('heading', { name: 'Imported from Old.CSV' })).toHaveFocus();
  expect(result.getByText('2 new, 1 skipped, 1 refused.')).toBeVisible();
  const items = result.getAllByRole('listitem').map((item) => item.textContent);
  expect(items).toEqual([
    'Line 3: /cSkipped. A redirect leads from this path already',
    'Line 4: unreadableRefused. The line is no UTF-8',
  ]);
  expect(sent).toEqual([{ type: 'text/csv', text: '/a,/b' }]);
  expect(await screen.findByText('/2019/05/hello')).toBeVisible();
  await userEvent.click(result.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: /^Imported/u })).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('shows the first hundred lines that were not taken', async () => {
  serve([]);
  const lines = Array.from({ length: 103 }, (_, index) => ({
    line: index + 1,
    path: `/${index}`,
    outcome: 'refused',
    reason: 'So',
  }));
  takeImports({ success: true, totals: { new: 0, skipped: 0, refused: 103 }, lines });
  renderSite(LIST);
  await screen.findByText('No redirects yet');
  await choose('redirects.yml', 'x');
  const result = within(await screen.findByRole('region', { name: /^Imported/u }));
  expect(result.getAllByRole('listitem')).toHaveLength(100);
  expect(result.getByText('And 3 more lines.')).toBeVisible();
});

it('says why a file is not taken', async () => {
  serve([]);
  const sent = takeImports({ success: false, message: 'The file holds no redirects' }, 400);
  renderSite(LIST);
  await screen.findByText('No redirects yet');
  await choose('redirects.txt', 'x');
  expect(await screen.findByRole('alert')).toHaveTextContent(
    '“redirects.txt” is no CSV, YAML or JSON file.',
  );
  expect(sent).toEqual([]);
  await choose('redirects.json', '[]');
  await waitFor(() => {
    expect(screen.getByRole('alert')).toHaveTextContent('The file holds no redirects');
  });
  expect(sent).toEqual([{ type: 'application/json', text: '[]' }]);
});

it('downloads all redirects', async () => {
  serve();
  server.use(
    http.get(`*/api${LIST}/export`, () =>
      HttpResponse.text('path,target,status\n', { headers: { 'content-type': 'text/csv' } }),
    ),
  );
  const saved: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:redirects');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  renderSite(LIST);
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => {
    expect(saved).toEqual(['redirects.csv']);
  });
});
