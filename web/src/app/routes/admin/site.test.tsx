import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Palette, SiteSettings } from '../../../shared/api/types';
import { browser } from '../../../shared/reload-page';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { sampleMailSettings } from '../../../test/sample-mail-settings';
import { sampleSiteSettings } from '../../../test/sample-site-settings';

const server = apiServer();

let reload: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  signInAs('admin');
  reload = vi.spyOn(browser, 'reload').mockReturnValue();
  sessionStorage.clear();
  server.get('/admin/mail', { success: true, settings: sampleMailSettings() });
});

async function open(settings: Partial<SiteSettings> = {}) {
  server.get('/admin/site', { success: true, settings: sampleSiteSettings(settings) });
  renderSite('/admin/site');
  await screen.findByLabelText('Name');
}

function answerSave(body: object, status = 200) {
  const saves = recordRequests('put', '/admin/site', { ...body }, status);
  server.use(saves.handler);
  return () => saves.requests.map(({ body: sent }) => sent);
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const group = (name: string) => within(screen.getByRole('group', { name }));

it('saves all settings with their version, and loads the page again to show them', async () => {
  await open({ version: 4, description: '' });
  const sent = answerSave({
    success: true,
    settings: sampleSiteSettings({ name: 'Ours', version: 5 }),
  });
  await userEvent.clear(screen.getByLabelText('Name'));
  await userEvent.type(screen.getByLabelText('Name'), 'Ours');
  expect(screen.getByText('You have unsaved changes.')).toBeVisible();
  await userEvent.click(group('Links in the footer').getByRole('button', { name: 'Add a link' }));
  expect(screen.getByLabelText('Label')).toHaveFocus();
  await userEvent.type(screen.getByLabelText('Label'), 'Chat');
  await userEvent.type(screen.getByLabelText('Address'), 'https://chat.example.org');
  await userEvent.click(screen.getByLabelText('Show an announcement'));
  await userEvent.type(screen.getByLabelText('Text'), 'Hello');
  await userEvent.selectOptions(screen.getByLabelText('Tone'), 'Warning');
  await save();
  await waitFor(() => {
    expect(reload).toHaveBeenCalledOnce();
  });
  expect(sent()).toEqual([
    {
      name: 'Ours',
      description: '',
      accent: '',
      logo: null,
      icon: null,
      newsletterDays: ['monday'],
      navigation: [],
      footer: [{ label: 'Chat', url: 'https://chat.example.org' }],
      announcement: { text: 'Hello', link: null, until: null, tone: 'warning' },
      commentPolicy: '',
      defaultAuthor: 'Community Admins',
      version: 4,
    },
  ]);
});

it('says after the page was loaded again that the settings were saved', async () => {
  sessionStorage.setItem('site-settings-saved', '1');
  await open();
  expect(await screen.findByText('Site settings saved')).toBeVisible();
  expect(sessionStorage).toHaveLength(0);
});

it('marks what the environment sets, and why it cannot be changed', async () => {
  await open({ locked: [{ field: 'name', variable: 'BLOG_APP_SITE__NAME' }] });
  const name = screen.getByLabelText('Name');
  expect(name).toHaveAttribute('readonly');
  expect(name).toHaveAccessibleDescription(/Set by BLOG_APP_SITE__NAME on the server/u);
  expect(screen.getByLabelText('Description')).not.toHaveAttribute('readonly');
});

it('shows the shades of an accent with their contrast', async () => {
  const shades = { strong: '#402000', soft: '#fff0e0', onAccent: '#fcfcfc', buttonContrast: 5.1 };
  const palette: Palette = {
    light: { ...shades, accent: '#b35000', textContrast: 4.52 },
    dark: { ...shades, accent: '#ff7a00', textContrast: 4.9 },
  };
  server.get('/admin/site/palette', { success: true, palette });
  await open();
  expect(screen.getAllByText('The usual colours')).toHaveLength(2);
  await userEvent.type(screen.getByLabelText('Accent'), '#FF7A00');
  expect(await screen.findByText('Text 4.52:1, buttons 5.10:1')).toBeVisible();
  expect(screen.getByText('Shown as #b35000')).toBeVisible();
  expect(screen.getByText('Shown as chosen')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Use the usual accent' }));
  expect(screen.getByLabelText('Accent')).toHaveValue('');
});

it('moves and removes links by buttons, and the focus goes along', async () => {
  const links = ['One', 'Two', 'Three'].map((label) => ({ label, url: '/' }));
  await open({ navigation: links });
  const list = group('Links below the navigation');
  const labels = () => list.getAllByLabelText<HTMLInputElement>('Label').map(({ value }) => value);
  await userEvent.click(list.getByRole('button', { name: 'Move Three up' }));
  expect(labels()).toEqual(['One', 'Three', 'Two']);
  expect(list.getByRole('button', { name: 'Move Three up' })).toHaveFocus();
  expect(list.getByText('Three is number 2 of 3')).toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  expect(labels()).toEqual(['Three', 'One', 'Two']);
  expect(list.getByRole('button', { name: 'Move Three down' })).toHaveFocus();
  await userEvent.click(list.getByRole('button', { name: 'Remove One' }));
  expect(labels()).toEqual(['Three', 'Two']);
  expect(list.getByRole('button', { name: 'Remove Two' })).toHaveFocus();
});

it('shows errors of the server at their fields, and saves once they are mended', async () => {
  await open({ footer: [{ label: 'Chat', url: 'chat' }] });
  server.use(
    recordRequests(
      'put',
      '/admin/site',
      {
        success: false,
        code: 'invalid',
        message: 'Enter a path',
        errors: { 'footer.0.url': 'Enter a path of this site' },
      },
      400,
    ).handler,
  );
  await save();
  const address = screen.getByLabelText('Address');
  await waitFor(() => {
    expect(address).toHaveAccessibleDescription('Enter a path of this site');
  });
  expect(address).toHaveFocus();
  const sent = answerSave({ success: true, settings: sampleSiteSettings() });
  await userEvent.clear(address);
  await userEvent.type(address, '/chat');
  await save();
  await waitFor(() => {
    expect(sent()).toHaveLength(1);
  });
});

it('offers both ways on when somebody else has changed the settings', async () => {
  await open();
  const theirs = sampleSiteSettings({ name: 'Theirs', version: 9 });
  answerSave({ success: false, code: 'version_conflict', message: '', settings: theirs }, 409);
  await userEvent.type(screen.getByLabelText('Comment policy'), 'Be kind');
  await save();
  const conflict = await screen.findByRole('region', { name: 'Changed by somebody else' });
  expect(conflict).toHaveFocus();
  expect(conflict).toHaveTextContent('Somebody else has changed these settings');
  expect(conflict).toHaveTextContent('Different from yours: Name, Comment policy.');
  await userEvent.click(screen.getByRole('button', { name: 'Reload theirs' }));
  expect(screen.getByLabelText('Name')).toHaveValue('Theirs');
  expect(screen.getByLabelText('Comment policy')).toHaveValue('');
  expect(reload).not.toHaveBeenCalled();
});

it('asks before unsaved settings are left', async () => {
  await open();
  await userEvent.type(screen.getByLabelText('Name'), '!');
  await userEvent.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] ?? document.body);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Leave without saving?');
});

it('offers to try again when the settings do not come', async () => {
  renderSite('/admin/site');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  server.get('/admin/site', { success: true, settings: sampleSiteSettings() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Name')).toHaveValue('Community Blog');
});

it('exports the site for whoever confirms it', async () => {
  await open();
  server.get('/second-factor', {
    success: true,
    enabled: false,
    since: null,
    recoveryCodesLeft: 0,
    required: false,
  });
  server.get('/passkeys', { success: true, available: true, passkeys: [] });
  const exports = recordRequests('post', '/admin/export', { zip: true });
  server.use(exports.handler);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:site');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  await userEvent.click(screen.getByRole('button', { name: 'Export the site' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Export the whole site?' }));
  await userEvent.type(dialog.getByLabelText(/password/iu), 'correct horse');
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await waitFor(() => {
    expect(click).toHaveBeenCalledOnce();
  });
  expect(exports.requests.map(({ body }) => body)).toEqual([{ password: 'correct horse' }]);
  click.mockRestore();
});
