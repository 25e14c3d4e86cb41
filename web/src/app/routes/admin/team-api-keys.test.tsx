import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { renderSite } from '../../../test/render-site';
import { signInAdmin } from '../../../test/sample-admin';
import { sampleKey, serveTeam } from './team.fixture';

const server = apiServer();
const KEY = `blog_${'a'.repeat(43)}`;
const made = { success: true, message: 'Copy the key now', key: KEY, apiKey: sampleKey('Import') };

beforeEach(() => {
  signInAdmin();
});

const form = async () => within(await screen.findByRole('form', { name: 'New API key' }));
const section = async () => within(await screen.findByRole('region', { name: 'API keys' }));

it('makes a key, shows it once, and lists it', async () => {
  serveTeam(server);
  const sent = server.post('/admin/api-keys', made, { status: 201 });
  renderSite('/admin/team');
  const fields = await form();
  await userEvent.type(fields.getByLabelText('What the key is for'), ' Import ');
  expect(fields.queryByRole('radio', { name: 'Administrator' })).not.toBeInTheDocument();
  await userEvent.click(fields.getByRole('radio', { name: 'Editor' }));
  await userEvent.click(fields.getByRole('checkbox', { name: 'Write posts' }));
  await userEvent.selectOptions(fields.getByLabelText('Expires after'), '7 days');
  serveTeam(server, { keys: [sampleKey('Import')] });
  await userEvent.click(fields.getByRole('button', { name: 'Make Key' }));
  expect(await screen.findByRole('heading', { name: 'Your new key' })).toHaveFocus();
  expect(screen.getByText(KEY)).toBeVisible();
  expect(sent).toEqual([
    { name: 'Import', role: 'editor', scopes: ['posts:read', 'posts:write'], days: 7 },
  ]);
  expect(await (await section()).findByText('Editor: read posts, write posts')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByText(KEY)).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  expect((await form()).getByLabelText('What the key is for')).toHaveValue('');
});

it('asks for a purpose and for something that the key may do', async () => {
  serveTeam(server);
  const sent = server.post('/admin/api-keys', made, { status: 201 });
  renderSite('/admin/team');
  const fields = await form();
  await userEvent.click(fields.getByRole('checkbox', { name: 'Read posts' }));
  await userEvent.click(fields.getByRole('button', { name: 'Make Key' }));
  expect(await fields.findByText('Choose at least one')).toBeVisible();
  expect(fields.getByText('Please say what the key is for')).toBeVisible();
  expect(fields.getByLabelText('What the key is for')).toHaveFocus();
  expect(sent).toEqual([]);
});

it('revokes a key after a question', async () => {
  serveTeam(server, { keys: [sampleKey('Nightly copy')] });
  const revoked: string[] = [];
  server.use(
    http.delete('*/api/admin/api-keys/:id', ({ params }) => {
      revoked.push(String(params['id']));
      return HttpResponse.json({ success: true, message: 'The key is revoked' });
    }),
  );
  renderSite('/admin/team');
  await userEvent.click(await screen.findByRole('button', { name: 'Revoke the key Nightly copy' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  serveTeam(server);
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('The key is revoked')).toBeInTheDocument();
  expect(revoked).toEqual(['Nightly copy']);
  await waitFor(() => {
    expect(screen.queryByText('Nightly copy')).not.toBeInTheDocument();
  });
  expect(screen.getByText('No API keys')).toBeVisible();
});
