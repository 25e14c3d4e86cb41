import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Import, ImportEntry } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { sampleEntry, sampleImport, sampleTotals } from '../../../test/sample-import';

const server = apiServer();
const PAGE = '/admin/import';
const LIST = '/admin/imports';

beforeEach(() => {
  signInAs('editor');
});

afterEach(() => {
  vi.restoreAllMocks();
});

function serve(...imports: Import[]) {
  server.get(LIST, { success: true, imports, total: imports.length, page: 1, totalPages: 1 });
}

function serveEntries(id: string, ...entries: ImportEntry[]) {
  const list = recordRequests('get', `${LIST}/${id}/entries`, {
    success: true,
    entries,
    total: entries.length,
    page: 1,
    totalPages: Math.min(1, entries.length),
  });
  server.use(list.handler);
  return list.requests;
}

/** Handles uploads once `opened` is; returns what was sent, an array that grows. */
function takeUploads(body: object, status: number, opened: Promise<void> = Promise.resolve()) {
  const sent: { kind: unknown; name: string; authorization: string | null }[] = [];
  server.use(
    http.post(`*/api${LIST}`, async ({ request }) => {
      const form = await request.formData();
      const file = form.get('file');
      sent.push({
        kind: form.get('kind'),
        name: file === null || typeof file === 'string' ? '' : file.name,
        authorization: request.headers.get('authorization'),
      });
      await opened;
      return HttpResponse.json({ ...body }, { status });
    }),
  );
  return sent;
}

function choose(name: string, text = '{}') {
  return userEvent.upload(screen.getByLabelText('File of the export'), new File([text], name));
}

function heading(name: string) {
  return screen.findByRole('heading', { level: 2, name });
}

it('offers the systems, each with where its export comes from', async () => {
  serve();
  renderSite(PAGE);
  expect(await screen.findByRole('heading', { level: 1, name: 'Import' })).toBeVisible();
  const system = await screen.findByLabelText('The export comes from');
  expect(system).toHaveValue('ghost');
  expect(screen.getByText(/^In Ghost Admin/u)).toBeVisible();
  await userEvent.selectOptions(system, 'Medium');
  expect(screen.getByText(/^Settings, Security and apps/u)).toBeVisible();
  expect(screen.getByRole('link', { name: /^What comes along from Medium/u })).toHaveAttribute(
    'href',
    '/api/docs/moving#medium',
  );
});

it('shows a loading state, an error, and tries again', async () => {
  const { opened, open } = gate();
  server.use(
    http.get(`*/api${LIST}`, async () => {
      await opened;
      return HttpResponse.json({ success: false }, { status: 500 });
    }),
  );
  renderSite(PAGE);
  expect(await screen.findByText('Loading imports...')).toBeVisible();
  open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the imports');
  serve();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('The export comes from')).toBeVisible();
});

it('is for editors and administrators', async () => {
  signInAs('author');
  renderSite(PAGE);
  expect(await screen.findByText(/^As an author you have no access/)).toBeVisible();
});

it('says what is wrong with a file before it is sent', async () => {
  serve();
  const sent = takeUploads({}, 500);
  renderSite(PAGE);
  await userEvent.click(await screen.findByRole('button', { name: 'Upload and check' }));
  const button = screen.getByRole('button', { name: 'Choose file' });
  expect(button).toHaveAccessibleDescription(/Choose the file of the export/u);
  expect(button).toHaveFocus();
  await choose('empty.json', '');
  expect(screen.getByText(/^“empty.json” is empty, or a folder/u)).toBeVisible();
  const large = new File(['x'], 'large.zip');
  vi.spyOn(large, 'size', 'get').mockReturnValue(600 * 1024 * 1024);
  await userEvent.upload(screen.getByLabelText('File of the export'), large);
  expect(screen.getByText(/^“large.zip” has 600 MB, and at most 512 MB/u)).toBeVisible();
  expect(sent).toEqual([]);
});

it('uploads a file, and shows the preview of it', async () => {
  serve();
  const { opened, open } = gate();
  const sent = takeUploads({ success: true }, 202, opened);
  renderSite(PAGE);
  await userEvent.selectOptions(await screen.findByLabelText('The export comes from'), 'WordPress');
  await choose('garden.xml');
  expect(screen.getByText('garden.xml, 2 bytes')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Upload and check' }));
  expect(await heading('Uploading garden.xml')).toHaveFocus();
  expect(screen.getByRole('progressbar', { name: 'Progress of the upload' })).toBeVisible();
  serve(sampleImport({ kind: 'wordpress', fileName: 'garden.xml' }));
  serveEntries('i1', sampleEntry());
  open();
  expect(await heading('Preview of garden.xml')).toHaveFocus();
  expect(sent).toEqual([
    {
      kind: 'wordpress',
      name: 'garden.xml',
      authorization: expect.stringMatching(/^Bearer /u) as string,
    },
  ]);
  const posts = within(screen.getByRole('row', { name: /^Posts/u }));
  expect(posts.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['12', '3', '1']);
  expect(screen.getByRole('button', { name: 'Import 12 posts' })).toBeVisible();
});

it('takes a file that is dropped on the page', async () => {
  serve();
  renderSite(PAGE);
  const place = (await screen.findByText('Drop the file here, or')).parentElement;
  const dataTransfer = { types: ['Files'], files: [new File(['{}'], 'dropped.json')] };
  fireEvent.dragOver(place ?? document.body, { dataTransfer });
  expect(place).toHaveAttribute('data-over');
  fireEvent.drop(place ?? document.body, { dataTransfer });
  expect(place).not.toHaveAttribute('data-over');
  expect(await screen.findByText('dropped.json, 2 bytes')).toBeVisible();
});

it('cancels an upload', async () => {
  serve();
  const { opened, open } = gate();
  takeUploads({ success: true }, 202, opened);
  renderSite(PAGE);
  await screen.findByLabelText('The export comes from');
  await choose('a.json');
  await userEvent.click(screen.getByRole('button', { name: 'Upload and check' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload' }));
  expect(await screen.findByLabelText('The export comes from')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  open();
});

it.each([
  [409, 'Another import is under way. Apply or cancel it first.'],
  [507, 'There is no room left to store this. Please try again later.'],
  [413, 'The request is too large'],
])('says why an upload was refused with %i', async (status, message) => {
  serve();
  takeUploads({ success: false, code: 'import_running', message }, status);
  renderSite(PAGE);
  await screen.findByLabelText('The export comes from');
  await choose('a.json');
  await userEvent.click(screen.getByRole('button', { name: 'Upload and check' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(message);
});

it('shows how far the check is, until the preview', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serve(
    sampleImport({
      state: 'checking',
      progress: { done: 40, total: 100 },
      totals: sampleTotals({ posts: { new: 5, skipped: 0, refused: 0 } }),
    }),
  );
  renderSite(PAGE);
  expect(await heading('Checking our-blog.json')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: 'Progress of the check' })).toHaveValue(40);
  expect(screen.getByText(/^Found until now: 5 posts\./u)).toBeVisible();
  expect(screen.getByText('Checking the export, 25 percent')).toBeInTheDocument();
  serve(sampleImport());
  serveEntries('i1', sampleEntry());
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await heading('Preview of our-blog.json')).toBeVisible();
  vi.useRealTimers();
});

it('lists what becomes of each thing, with filters in the address', async () => {
  serve(sampleImport());
  const requests = serveEntries(
    'i1',
    sampleEntry({
      changes: [{ field: 'tags', reason: 'It has more than ten: dropped are a and b' }],
    }),
    sampleEntry({
      title: '',
      source: '/2019/%C3%BCber',
      outcome: 'refused',
      status: '',
      address: '',
      changes: [{ field: 'post', reason: 'It has no text' }],
    }),
  );
  const router = renderSite(PAGE);
  const items = await screen.findAllByRole('listitem');
  const list = items.filter((item) => item.classList.contains('import-entry'));
  expect(list).toHaveLength(2);
  expect(within(list[0] ?? document.body).getByText(/It has more than ten/u)).toBeVisible();
  expect(list[1]).toHaveTextContent('/2019/über');
  expect(list[1]).toHaveTextContent('It has no text.');
  await userEvent.selectOptions(screen.getByLabelText('What became of it'), 'With changes');
  await waitFor(() => {
    expect(requests.at(-1)?.url.search).toBe('?outcome=changed&page=1&limit=20');
  });
  await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Comments');
  await waitFor(() => {
    expect(requests.at(-1)?.url.search).toBe('?outcome=changed&kind=comment&page=1&limit=20');
  });
  expect(router.state.location.search).toBe('?outcome=changed&kind=comment');
});

it('says what an import leaves out, and why', async () => {
  serve(
    sampleImport({
      leftOut: [
        { reason: 'The comment is spam', count: 1_200, sources: ['c1', 'c2', 'c3'] },
        { reason: 'It is no text', count: 1, sources: ['README.md'] },
      ],
    }),
  );
  serveEntries('i1', sampleEntry());
  renderSite(PAGE);
  await userEvent.click(await screen.findByText(/^1,201 other things are left out/u));
  expect(screen.getByText(/The comment is spam\. c1, c2, c3, …$/u)).toBeVisible();
  expect(screen.getByText(/It is no text\. README\.md$/u)).toBeVisible();
});

it('imports what was checked, and shows the result', async () => {
  serve(sampleImport());
  serveEntries('i1', sampleEntry());
  renderSite(PAGE);
  const sent = server.post(`${LIST}/i1/apply`, { success: true }, { status: 202 });
  const button = await screen.findByRole('button', { name: 'Import 12 posts' });
  serve(sampleImport({ state: 'applying', appliedAt: '2026-03-01T12:05:00.000Z' }));
  await userEvent.click(button);
  expect(await heading('Importing our-blog.json')).toHaveFocus();
  expect(sent).toEqual([{ defaultCategory: 'Other', asDrafts: false, redirects: true }]);
  serve(sampleImport({ state: 'done', appliedAt: '2026-03-01T12:05:00.000Z' }));
  expect(
    await screen.findByText('New: 12 posts and 1 comment.', {}, { timeout: 5_000 }),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the posts' })).toHaveAttribute(
    'href',
    '/admin/posts',
  );
  expect(screen.getByRole('row', { name: /our-blog.json.*Imported/u })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(await screen.findByLabelText('The export comes from')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('checks again with other options', async () => {
  serve(sampleImport());
  serveEntries('i1', sampleEntry());
  renderSite(PAGE);
  await userEvent.selectOptions(
    await screen.findByLabelText(/^Category of texts/u),
    'System Design',
  );
  await userEvent.click(screen.getByLabelText('Import all texts as drafts'));
  expect(screen.getByText(/^With other options/u)).toBeVisible();
  const sent = server.post(`${LIST}/i1/apply`, { success: true }, { status: 202 });
  serve(sampleImport({ state: 'uploaded' }));
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await heading('Checking our-blog.json')).toBeVisible();
  expect(sent).toEqual([{ defaultCategory: 'System Design', asDrafts: true, redirects: true }]);
});

it('imports nothing where nothing is new', async () => {
  serve(sampleImport({ totals: sampleTotals({ posts: { new: 0, skipped: 3, refused: 0 } }) }));
  serveEntries('i1');
  renderSite(PAGE);
  const sent = server.post(`${LIST}/i1/apply`, { success: true }, { status: 202 });
  const button = await screen.findByRole('button', { name: 'Nothing new to import' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(button);
  expect(sent).toEqual([]);
});

it('cancels an import after asking', async () => {
  serve(sampleImport({ state: 'applying', appliedAt: '2026-03-01T12:05:00.000Z' }));
  renderSite(PAGE);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel import' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Cancel the import?' }));
  expect(dialog.getByText(/What was imported stays/u)).toBeVisible();
  const removed = recordRequests('delete', `${LIST}/i1`, { success: true, message: 'Deleted' });
  server.use(removed.handler);
  serve();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel import' }));
  expect(await screen.findByText('The import is cancelled')).toBeInTheDocument();
  expect(removed.requests).toHaveLength(1);
  expect(await screen.findByLabelText('The export comes from')).toBeVisible();
});

it('says in words why an import has failed', async () => {
  const failed = sampleImport({ state: 'failed', error: 'there is no Markdown in it', entries: 0 });
  serve(failed);
  renderSite(`${PAGE}?import=i1`);
  expect(await heading('our-blog.json was not imported')).toBeVisible();
  expect(screen.getAllByText('There is no Markdown in it.')[0]).toBeVisible();
});

it('shows the report of an earlier import, and deletes it', async () => {
  serve(sampleImport({ state: 'done', appliedAt: '2026-03-01T12:05:00.000Z' }));
  serveEntries('i1', sampleEntry({ title: 'An old text' }));
  const router = renderSite(PAGE);
  expect(await screen.findByRole('heading', { name: 'Earlier imports' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Show the report of our-blog.json' }));
  expect(await heading('Imported our-blog.json')).toBeVisible();
  expect(router.state.location.search).toBe('?import=i1');
  expect(await screen.findByText('An old text')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Delete our-blog.json' }));
  const removed = recordRequests('delete', `${LIST}/i1`, {
    success: true,
    message: 'The import is deleted',
  });
  server.use(removed.handler);
  serve();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('The import is deleted')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.queryByText('An old text')).not.toBeInTheDocument();
  });
});

it('downloads the report', async () => {
  serve(sampleImport());
  serveEntries('i1', sampleEntry());
  server.get(`${LIST}/i1/report`, { system: 'ghost', items: [] });
  const saved: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:report');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  renderSite(PAGE);
  await userEvent.click(await screen.findByRole('button', { name: 'Download report' }));
  await waitFor(() => {
    expect(saved).toEqual(['import-report.json']);
  });
});
