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
const LAST_ADMIN = 'The last administrator has to stay one';
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

/** Opens the dialog with the role of a member. */
async function openRole(name: string, title = `Change the role of ${name}`) {
  await userEvent.click(await screen.findByRole('button', { name: `Change the role of ${name}` }));
  return screen.findByRole('alertdialog', { name: title });
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
  expect(own.getByText('Administrator')).toBeVisible();
  const row = within(screen.getByRole('row', { name: /ada/ }));
  for (const text of ['ada@example.org', 'Author', '3', 'Mar 4, 2026']) {
    expect(row.getByText(text)).toBeVisible();
  }
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
  expect(await screen.findByText('No pending invitations')).toBeVisible();
  expect(await screen.findByText('No requests to write')).toBeVisible();
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

it('changes a role that was chosen and confirmed', async () => {
  serveTeam(server, { members: [ROOT, ada] });
  const sent = handleRole('ada', 'admin');
  renderSite('/admin/team');
  const dialog = within(await openRole('ada'));
  expect(dialog.getByRole('radio', { name: 'Author' })).toHaveFocus();
  expect(dialog.getByRole('button', { name: 'Change Role' })).toBeDisabled();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(dialog.getByRole('radio', { name: 'Administrator' })).toBeChecked();
  expect(sent).toEqual([]);
  serveTeam(server, { members: [ROOT, { ...ada, role: 'admin' }] });
  await userEvent.click(dialog.getByRole('button', { name: 'Change Role' }));
  expect(await screen.findByText('ada is now an administrator')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ role: 'admin' }]);
  const row = within(screen.getByRole('row', { name: /ada/ }));
  expect(await row.findByText('Administrator')).toBeVisible();
});

it('changes no role without a confirmation', async () => {
  serveTeam(server, { members: [ROOT, ada] });
  const sent = handleRole('ada', 'editor');
  renderSite('/admin/team');
  const dialog = within(await openRole('ada'));
  await userEvent.click(dialog.getByRole('radio', { name: 'Editor' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Change the role of ada' })).toHaveFocus();
  expect(sent).toEqual([]);
});

it('shows why a role was refused, and fetches the team again', async () => {
  const other = sampleMember('other', { role: 'admin' });
  serveTeam(server, { members: [ROOT, other] });
  handleRole('other', 'editor', 409);
  renderSite('/admin/team');
  const dialog = within(await openRole('other'));
  await userEvent.click(dialog.getByRole('radio', { name: 'Editor' }));
  const { team } = serveTeam(server, { members: [ROOT, other] });
  await userEvent.click(dialog.getByRole('button', { name: 'Change Role' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(LAST_ADMIN);
  await waitFor(() => {
    expect(team).toHaveLength(1);
  });
});

it('warns before one gives up the own role, then leaves the page', async () => {
  serveTeam(server, { members: [ROOT, ada] });
  const sent = handleRole('a1', 'author');
  const router = renderSite('/admin/team');
  const dialog = await openRole('root', 'Change your own role?');
  expect(dialog).toHaveAccessibleDescription(/you no longer see readers and the team/);
  await userEvent.click(within(dialog).getByRole('radio', { name: 'Author' }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Change Role' }));
  expect(await screen.findByText('You are now an author')).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/admin/dashboard');
  expect(currentAdmin()?.account.role).toBe('author');
  expect(sent.map(({ body }) => body)).toEqual([{ role: 'author' }]);
});

it('keeps the own role when the server refuses to change it', async () => {
  serveTeam(server);
  handleRole('a1', 'author', 409);
  const router = renderSite('/admin/team');
  const dialog = within(await openRole('root', 'Change your own role?'));
  await userEvent.click(dialog.getByRole('radio', { name: 'Author' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Change Role' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(LAST_ADMIN);
  expect(currentAdmin()?.account.role).toBe('admin');
  expect(router.state.location.pathname).toBe('/admin/team');
});

it('removes a member and suggests the own account for the posts', async () => {
  serveTeam(server, { members: [ROOT, ada, bo] });
  const removals = handleRemoval('ada');
  renderSite('/admin/team');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove ada' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove ada from the team?' });
  const author = await within(dialog).findByRole('combobox', { name: 'Their 3 posts go to' });
  await waitFor(() => {
    expect(author).toHaveValue('a1');
  });
  expect([...author.children].map((option) => option.textContent)).toEqual([
    'root (you)',
    'bo',
    'Nobody: they show the site’s default author',
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
  { who: 'Nobody: they show the site’s default author', search: '' },
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

it('offers every member for the posts, not only those of the first page', async () => {
  serveTeam(server, { members: [ROOT, ada] });
  const pages = [[ROOT, ada], [bo]];
  server.use(
    http.get('*/api/admin/team', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const page = Number(searchParams.get('page'));
      const isWhole = searchParams.get('limit') === '100';
      const members = isWhole ? (pages[page - 1] ?? []) : pages.flat();
      return HttpResponse.json({ success: true, members, total: 3, page, totalPages: 2 });
    }),
  );
  const removals = handleRemoval('ada');
  renderSite('/admin/team');
  await userEvent.click(await screen.findByRole('button', { name: 'Remove ada' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await dialog.findByRole('option', { name: 'bo' });
  await userEvent.selectOptions(dialog.getByRole('combobox'), 'bo');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => {
    expect(removals.map(({ url }) => url.search)).toEqual(['?postsTo=bo']);
  });
});

it('removes nobody while the other members are unknown', async () => {
  serveTeam(server, { members: [ROOT, ada] });
  const removals = handleRemoval('ada');
  renderSite('/admin/team');
  const remove = await screen.findByRole('button', { name: 'Remove ada' });
  server.use(recordRequests('get', '/admin/team', {}, 500).handler);
  await userEvent.click(remove);
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to fetch the team');
  expect(dialog.queryByRole('combobox')).not.toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Remove' })).toBeDisabled();
  serveTeam(server, { members: [ROOT, ada] });
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => {
    expect(dialog.getByRole('combobox')).toHaveValue('a1');
  });
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => {
    expect(removals.map(({ url }) => url.search)).toEqual(['?postsTo=a1']);
  });
});

it('asks for no new author where there are no posts', async () => {
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

it('signs out an administrator who leaves the team', async () => {
  serveTeam(server, { members: [ROOT, ada] });
  const removals = handleRemoval('a1');
  renderSite('/admin/team');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the team' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Leave the team?' });
  await waitFor(() => {
    expect(within(dialog).getByLabelText('Your 2 posts go to')).toHaveValue('ada');
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeVisible();
  expect(await screen.findByText('You have left the team')).toBeInTheDocument();
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
