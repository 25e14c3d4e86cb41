import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { AREAS, changeText } from '../../../features/admin-audit/audit-texts';
import type { AuditEntry } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
import { ROOT, sampleMember } from './team.fixture';

const server = apiServer();
const ID = '01a21b02-4554-796e-803c-85cf67ae2101';
const members = [ROOT, sampleMember('ada')];

function sampleEntry(changes: Partial<AuditEntry> = {}): AuditEntry {
  return {
    _id: 'e1',
    id: 'e1',
    at: '2026-03-04T05:06:07.000Z',
    actor: { _id: 'a1', id: 'a1', username: 'root' },
    apiKey: null,
    action: 'post.updated',
    target: 'b1',
    targetName: 'A post',
    detail: 'draft',
    ...changes,
  };
}

beforeEach(() => {
  signInAdmin();
  server.get('/admin/team', { success: true, members, total: 2, page: 1, totalPages: 1 });
});

afterEach(() => {
  vi.restoreAllMocks();
});

function serve(entries: readonly AuditEntry[] = [sampleEntry()], total = entries.length) {
  const totalPages = Math.ceil(total / 50);
  const answer = { success: true, entries: [...entries], total, page: 1, totalPages };
  const list = recordRequests('get', '/admin/audit', answer);
  server.use(list.handler);
  return list.requests;
}

function lastQuery(requests: ReturnType<typeof serve>) {
  return Object.fromEntries(requests.at(-1)?.url.searchParams ?? []);
}

async function rowOf(name: RegExp) {
  return within(await screen.findByRole('row', { name }));
}

it('has words for each change that the manual lists', () => {
  const manual = readFileSync(
    join(import.meta.dirname, '../../../../../docs/operating.md'),
    'utf8',
  );
  const [, section = ''] = manual.split('### The audit log');
  const [table = ''] = section.split('\n## ');
  const listed = [...table.matchAll(/^\| `([a-z_]+\.[a-z_]+)` \|/gmu)].map(
    ([, name]) => name ?? '',
  );
  const named = AREAS.flatMap(({ name, changes }) =>
    Object.keys(changes).map((rest) => `${name}.${rest}`),
  );
  expect(named.sort()).toEqual(listed.sort());
  expect(changeText('post.of_another_version')).toBe('post.of_another_version');
});

it('tells who changed what', async () => {
  serve([
    sampleEntry(),
    sampleEntry({
      _id: 'e2',
      actor: { _id: 'a9', id: 'a9', username: null },
      apiKey: { _id: 'k1', id: 'k1', name: 'Import' },
      action: 'static_page.created',
      target: 'p1',
      targetName: 'About us',
    }),
    sampleEntry({ _id: 'e3', actor: null, action: 'comment.spam', target: 'c1', targetName: null }),
    sampleEntry({
      _id: 'e4',
      action: 'site.changed',
      target: null,
      targetName: null,
      detail: 'name',
    }),
  ]);
  renderSite('/admin/audit');
  expect(await screen.findByRole('heading', { name: 'Audit Log' })).toBeVisible();
  const saved = await rowOf(/Saved a post/u);
  expect(saved.getByText('draft')).toBeVisible();
  expect(saved.getByText('root')).toBeVisible();
  expect(saved.getByRole('link', { name: 'A post' })).toHaveAttribute(
    'href',
    '/admin/edit-blog/b1',
  );
  const page = await rowOf(/Created a page/u);
  expect(page.getByText('A former member')).toBeVisible();
  expect(page.getByText('by the key “Import”')).toBeVisible();
  expect(page.getByRole('link', { name: 'About us' })).toHaveAttribute(
    'href',
    '/admin/edit-page/p1',
  );
  const spam = await rowOf(/Removed a comment as spam/u);
  expect(spam.getByText('Command line or site')).toBeVisible();
  expect(spam.getByText('c1')).toBeVisible();
  const site = await rowOf(/Changed the settings of the site/u);
  expect(site.queryByRole('button')).toBeNull();
});

it('says numbers, times and ids as people read them', async () => {
  const scheduled = { action: 'post.scheduled', detail: '2026-03-09T07:00:00.000Z' };
  serve([
    sampleEntry(scheduled),
    sampleEntry({
      _id: 'e2',
      action: 'post.authors_changed',
      detail: `${ID} 01a21b02-47d4-7a64-9d76-de4c062ca5f9`,
    }),
    sampleEntry({ _id: 'e3', action: 'site.changed', target: '7', targetName: null }),
    sampleEntry({ _id: 'e4', action: 'comment.removed', target: 'c1', targetName: 'A post' }),
    sampleEntry({ _id: 'e5', action: 'member.invited', target: 'i1', targetName: 'a@example.org' }),
  ]);
  server.get('/admin/team', {
    success: true,
    members: [{ ...sampleMember('ada'), _id: ID }],
    total: 1,
    page: 1,
    totalPages: 1,
  });
  renderSite('/admin/audit');
  const time = new Date(scheduled.detail).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  expect((await rowOf(/Planned the publication/u)).getByText(time)).toBeVisible();
  expect(await screen.findByText('ada 01a21b02-47d4-7a64-9d76-de4c062ca5f9')).toBeVisible();
  expect((await rowOf(/Changed the settings/u)).getByText('Version 7')).toBeVisible();
  expect((await rowOf(/Removed a comment/u)).getByText('on A post')).toBeVisible();
  expect((await rowOf(/Invited somebody/u)).getByText('a@example.org')).toBeVisible();
});

it('keeps what is looked for in the address, and asks for it', async () => {
  const requests = serve([sampleEntry()], 120);
  const router = renderSite('/admin/audit?page=2');
  expect(await screen.findByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current');
  expect(lastQuery(requests)).toEqual({ page: '2', limit: '50' });
  await screen.findByRole('option', { name: 'ada' });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'ada');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'What' }), 'Deleted a post');
  await userEvent.type(screen.getByLabelText('From'), '2026-03-01');
  await userEvent.type(screen.getByLabelText('To'), '2026-03-04');
  await userEvent.click(screen.getByRole('button', { name: 'Show only changes of A post' }));
  const filter = { actor: 'ada', action: 'post.deleted', target: 'b1' };
  const days = { from: '2026-03-01', to: '2026-03-04' };
  await waitFor(() => {
    expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
      ...filter,
      ...days,
    });
  });
  const span = {
    from: new Date('2026-03-01T00:00').toISOString(),
    to: new Date('2026-03-05T00:00').toISOString(),
  };
  await waitFor(() => {
    expect(lastQuery(requests)).toEqual({ ...filter, ...span, page: '1', limit: '50' });
  });
  await userEvent.click(screen.getByRole('button', { name: 'Only A post: show all' }));
  await waitFor(() => {
    expect(new URLSearchParams(router.state.location.search).has('target')).toBe(false);
  });
});

it('names a former member who is looked for, and shows all again', async () => {
  const requests = serve([]);
  const router = renderSite('/admin/audit?actor=gone&from=nonsense');
  expect(await screen.findByText('No changes found')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Who' })).toHaveDisplayValue('A former member');
  expect(lastQuery(requests)).toEqual({ actor: 'gone', page: '1', limit: '50' });
  await userEvent.click(screen.getByRole('button', { name: 'Show all changes' }));
  expect(router.state.location.search).toBe('');
});

it('downloads what is listed', async () => {
  serve();
  const asked: string[] = [];
  server.use(
    http.get('*/api/admin/audit/export', ({ request }) => {
      asked.push(new URL(request.url).search);
      return new HttpResponse('at,actor\n', { headers: { 'content-type': 'text/csv' } });
    }),
  );
  const saved: { file: Blob; name: string }[] = [];
  let made = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    made = file as Blob;
    return 'blob:audit';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push({ file: made, name: this.download });
  });
  renderSite('/admin/audit?action=post');
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  await waitFor(() => {
    expect(saved.map(({ name }) => name)).toEqual(['audit.csv']);
  });
  expect(await saved[0]?.file.text()).toBe('at,actor\n');
  expect(asked).toEqual(['?action=post']);
});

it('says that the download failed', async () => {
  serve();
  const refused = { success: false, code: 'service_unavailable', message: 'Try again in a moment' };
  server.use(
    http.get('*/api/admin/audit/export', () => HttpResponse.json(refused, { status: 503 })),
  );
  renderSite('/admin/audit');
  await userEvent.click(await screen.findByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Try again in a moment');
  expect(screen.getByRole('button', { name: 'Download CSV' })).toBeVisible();
});
