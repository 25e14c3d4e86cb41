import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { currentAdmin } from '../../../shared/session/admin-session';
import { apiServer } from '../../../test/api-server';
import { gate } from '../../../test/gate';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
import { ROOT, sampleMember, serveTeam } from './team.fixture';

const server = apiServer();
const LAST_ADMIN = 'The last admin has to stay one';
const ada = sampleMember('ada', { postCount: 3 });
const bo = sampleMember('bo', { role: 'contributor' });

beforeEach(() => {
  signInAdmin();
});

function handleRole(id: string, role: string, status = 200) {
  const member = sampleMember(id, { role: 'editor' });
  const body =
    status === 200
      ? { success: true, message: '', member: { ...member, role } }
      : { success: false, code: 'last_admin', message: LAST_ADMIN };
  const patch = recordRequests('patch', `/admin/team/${id}`, body, status);
  server.use(patch.handler);
  return patch.requests;
}

function handleRemoval(id: string) {
  const removal = recordRequests('delete', `/admin/team/${id}`, { success: true, message: 'Gone' });
  server.use(removal.handler);
  return removal.requests;
}

/** Returns the select with the role of a member. */
function roleOf(name: string) {
  return screen.findByRole('combobox', { name: `Role of ${name}` });
}

it('lists the members with their roles', async () => {
  const requests = serveTeam(server, { members: [ROOT, ada] });
  renderSite('/admin/team');
  expect(await screen.findByRole('heading', { level: 1, name: 'Team' })).toBeVisible();
  await waitFor(() => {
    expect(document.title).toBe('Team · Community Blog');
  });
  const own = within(await screen.findByRole('row', { name: /root/ }));
  expect(own.getByText('You')).toBeVisible();
  expect(own.getByRole('combobox')).toHaveValue('admin');
  const row = within(screen.getByRole('row', { name: /ada/ }));
  for (const text of ['ada@example.org', '3', 'Mar 4, 2026']) {
    expect(row.getByText(text)).toBeVisible();
  }
  const roles = row.getAllByRole('option').map((option) => option.textContent);
  expect(roles).toEqual(['Contributor', 'Author', 'Editor', 'Admin']);
  expect(row.queryByText('You')).not.toBeInTheDocument();
  expect(requests.team[0]?.url.search).toBe('?page=1&limit=20');
});

it('shows a loading state, then empty lists', async () => {
  serveTeam(server);
  const { opened, open } = gate();
  server.use(
    http.get('*/api/admin/invites', async () => {
      await opened;
      return HttpResponse.json({ success: true, invites: [], total: 0, page: 1, totalPages: 0 });
    }),
  );
  renderSite('/admin/team');
  expect(await screen.findByText('Loading invitations...')).toBeVisible();
  open();
  expect(await screen.findByText('Nobody is invited at the moment')).toBeVisible();
  expect(await screen.findByText('Nobody asks to write at the moment')).toBeVisible();
});

it('keeps the page of each list in the address', async () => {
  const requests = serveTeam(server, { members: [ROOT], total: 50 });
  const router = renderSite('/admin/team?invites=2');
  const pages = await screen.findByRole('navigation', { name: 'Pages of members' });
  await userEvent.click(within(pages).getByRole('link', { name: 'Page 3' }));
  await waitFor(() => {
    expect(requests.team.at(-1)?.url.searchParams.get('page')).toBe('3');
  });
  expect(router.state.location.search).toBe('?invites=2&page=3');
  expect(requests.invites.map(({ url }) => url.searchParams.get('page'))).toEqual(['2']);
  await waitFor(() => {
    expect(document.title).toBe('Team – Page 3 · Community Blog');
  });
});

it('changes a role at once', async () => {
  serveTeam(server, { members: [ROOT, ada] });
  const sent = handleRole('ada', 'editor');
  renderSite('/admin/team');
  const role = await roleOf('ada');
  serveTeam(server, { members: [ROOT, { ...ada, role: 'editor' }] });
  await userEvent.selectOptions(role, 'Editor');
  expect(role).toHaveValue('editor');
  expect(await screen.findByText('ada is now an editor')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ role: 'editor' }]);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

it('reverts a refused role and shows why', async () => {
  const other = sampleMember('other', { role: 'admin' });
  serveTeam(server, { members: [ROOT, other] });
  handleRole('other', 'editor', 409);
  renderSite('/admin/team');
  const role = await roleOf('other');
  await userEvent.selectOptions(role, 'Editor');
  expect(await screen.findByRole('alert')).toHaveTextContent(LAST_ADMIN);
  expect(role).toHaveValue('admin');
});

it('asks before one gives up the own role, then leaves the page', async () => {
  serveTeam(server, { members: [ROOT, ada] });
  const sent = handleRole('a1', 'author');
  const router = renderSite('/admin/team');
  const role = await roleOf('root');
  await userEvent.selectOptions(role, 'Author');
  const dialog = await screen.findByRole('alertdialog', { name: 'Give up the admin role?' });
  expect(dialog).toHaveAccessibleDescription(/^As an author you no longer see readers/);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(role).toHaveValue('admin');
  expect(sent).toEqual([]);
  await userEvent.selectOptions(role, 'Author');
  await userEvent.click(await screen.findByRole('button', { name: 'Give up' }));
  expect(await screen.findByText('You are now an author')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/admin/dashboard');
  expect(currentAdmin()?.account.role).toBe('author');
  expect(sent.map(({ body }) => body)).toEqual([{ role: 'author' }]);
});

it('keeps the own role when the server refuses to change it', async () => {
  serveTeam(server);
  handleRole('a1', 'author', 409);
  const router = renderSite('/admin/team');
  await userEvent.selectOptions(await roleOf('root'), 'Author');
  await userEvent.click(await screen.findByRole('button', { name: 'Give up' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(LAST_ADMIN);
  expect(currentAdmin()?.account.role).toBe('admin');
  expect(router.state.location.pathname).toBe('/admin/team');
});

it('removes a member and gives the posts to whoever removes them', async () => {
  serveTeam(server, { members: [ROOT, ada, bo] });
  const removals = handleRemoval('ada');
  renderSite('/admin/team');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove ada' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove ada from the team?' });
  const heir = await within(dialog).findByRole('combobox', { name: 'Their 3 posts go to' });
  await waitFor(() => {
    expect(heir).toHaveValue('a1');
  });
  expect([...heir.children].map((option) => option.textContent)).toEqual([
    'root (you)',
    'bo',
    'Nobody: they show “Community Admins”',
  ]);
  serveTeam(server, { members: [ROOT, bo] });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Gone')).toBeInTheDocument();
  await waitFor(() => {
    expect(screen.queryByText('ada')).not.toBeInTheDocument();
  });
  expect(removals.map(({ url }) => url.search)).toEqual(['?postsTo=a1']);
  expect(screen.getByRole('heading', { level: 1, name: 'Team' })).toHaveFocus();
});

it.each([
  { who: 'bo', search: '?postsTo=bo' },
  { who: 'Nobody: they show “Community Admins”', search: '' },
])('gives the posts of a removed member to $who', async ({ who, search }) => {
  serveTeam(server, { members: [ROOT, ada, bo] });
  const removals = handleRemoval('ada');
  renderSite('/admin/team');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove ada' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByRole('option', { name: 'bo' });
  await userEvent.selectOptions(dialog.getByRole('combobox'), who);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => {
    expect(removals.map((removal) => removal.url.search)).toEqual([search]);
  });
});

it('asks for nobody to take over where there are no posts', async () => {
  serveTeam(server, { members: [ROOT, bo] });
  const removals = handleRemoval('bo');
  renderSite('/admin/team');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove bo' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.queryByRole('combobox')).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => {
    expect(removals.map(({ url }) => url.search)).toEqual(['']);
  });
});

it('signs out whoever leaves the team', async () => {
  serveTeam(server, { members: [ROOT, ada] });
  const removals = handleRemoval('a1');
  renderSite('/admin/team');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove root' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave the team?' });
  await waitFor(() => {
    expect(within(dialog).getByLabelText('Your 2 posts go to')).toHaveValue('ada');
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeVisible();
  expect(currentAdmin()).toBeNull();
  expect(removals.map(({ url }) => url.search)).toEqual(['?postsTo=ada']);
});

it('shows that the team failed to load, and retries', async () => {
  serveTeam(server);
  server.use(recordRequests('get', '/admin/team', {}, 500).handler);
  renderSite('/admin/team');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch the team');
  serveTeam(server);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('root@example.org')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
