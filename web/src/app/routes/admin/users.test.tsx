import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import type { ManagedUser } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
import { sampleManagedUser } from '../../../test/sample-managed-user';

const server = apiServer();
const active = sampleManagedUser();
const banned = sampleManagedUser({ _id: 'u2', name: '', username: 'bo', isBanned: true });
const nameless = sampleManagedUser({ _id: 'u3', name: '', username: '', email: 'x?y@example.org' });

beforeEach(() => {
  signInAdmin();
});

function serve(users: readonly ManagedUser[] = [active, banned, nameless], total = users.length) {
  const totalPages = Math.ceil(total / 20);
  const list = recordRequests('get', '/admin/users', {
    success: true,
    users: [...users],
    total,
    page: 1,
    totalPages,
  });
  server.use(list.handler);
  return list.requests;
}

function lastQuery(requests: ReturnType<typeof serve>) {
  return Object.fromEntries(requests.at(-1)?.url.searchParams ?? []);
}

it('lists readers with their status', async () => {
  serve();
  renderSite('/admin/users');
  expect(await screen.findByRole('heading', { name: 'All Users' })).toBeVisible();
  const row = within(await screen.findByRole('row', { name: /Ada Walker/ }));
  for (const text of ['ada@example.org', 'Active', 'Mar 4, 2026']) {
    expect(row.getByText(text)).toBeVisible();
  }
  expect(row.getByRole('link', { name: 'Email Ada Walker' })).toHaveAttribute(
    'href',
    'mailto:ada@example.org',
  );
  expect(within(screen.getByRole('row', { name: /bo/ })).getByText('Banned')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Unnamed User' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Email Unnamed User' })).toHaveAttribute(
    'href',
    'mailto:x%3Fy@example.org',
  );
});

it('keeps search, status and page in the address', async () => {
  const requests = serve([active], 30);
  const router = renderSite('/admin/users?page=2');
  expect(await screen.findByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current');
  expect(lastQuery(requests)).toEqual({ page: '2', limit: '20' });
  const status = screen.getByRole('combobox', { name: 'Status' });
  expect(
    within(status)
      .getAllByRole('option')
      .map((option) => option.textContent),
  ).toEqual(['All Users', 'Active', 'Banned']);
  await userEvent.selectOptions(status, 'Banned');
  await userEvent.type(screen.getByPlaceholderText('Search users...'), 'ada');
  await waitFor(() => {
    expect(router.state.location.search).toBe('?search=ada&status=banned');
  });
  await waitFor(() => {
    expect(lastQuery(requests)).toEqual({
      page: '1',
      limit: '20',
      search: 'ada',
      status: 'banned',
    });
  });
});

it('bans after asking for a reason', async () => {
  serve();
  const ban = recordRequests('patch', '/admin/users/u1/ban', {
    success: true,
    message: '',
    user: active,
  });
  server.use(ban.handler);
  renderSite('/admin/users');
  await userEvent.click(await screen.findByRole('button', { name: 'Ban Ada Walker' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Ban Ada Walker?' }));
  const reason = dialog.getByPlaceholderText('Enter reason for banning user...');
  expect(reason).toHaveFocus();
  await userEvent.type(reason, ' Spam ');
  serve([{ ...active, isBanned: true }]);
  await userEvent.click(dialog.getByRole('button', { name: 'Ban User' }));
  expect(await screen.findByRole('button', { name: 'Unban Ada Walker' })).toBeVisible();
  expect(ban.requests.map(({ body }) => body)).toEqual([{ isBanned: true, banReason: 'Spam' }]);
});

it('bans nobody when the dialog is cancelled', async () => {
  serve();
  const ban = recordRequests('patch', '/admin/users/u1/ban', {});
  server.use(ban.handler);
  renderSite('/admin/users');
  const opener = await screen.findByRole('button', { name: 'Ban Ada Walker' });
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  await waitFor(() => {
    expect(opener).toHaveFocus();
  });
  expect(ban.requests).toEqual([]);
});

it('unbans without a confirmation', async () => {
  serve([banned]);
  const ban = recordRequests('patch', '/admin/users/u2/ban', {
    success: true,
    message: '',
    user: banned,
  });
  server.use(ban.handler);
  renderSite('/admin/users?status=banned');
  const button = await screen.findByRole('button', { name: 'Unban bo' });
  serve([]);
  await userEvent.click(button);
  expect(await screen.findByText('No users found')).toBeVisible();
  expect(ban.requests.map(({ body }) => body)).toEqual([{ isBanned: false }]);
  await waitFor(() => {
    expect(screen.getByRole('heading', { name: 'All Users' })).toHaveFocus();
  });
});

it('shows an error', async () => {
  serve();
  server.use(recordRequests('patch', '/admin/users/u2/ban', {}, 500).handler);
  renderSite('/admin/users');
  await userEvent.click(await screen.findByRole('button', { name: 'Unban bo' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update user status');
});

it('shows that the list failed to load or that the token is missing', async () => {
  server.use(recordRequests('get', '/admin/users', {}, 500).handler);
  renderSite('/admin/users');
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to fetch users');
  localStorage.removeItem('adminToken');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No admin token found')).toBeVisible();
});
