import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import type { MailSettings } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { sampleMailSettings } from '../../../test/sample-mail-settings';
import { sampleSiteSettings } from '../../../test/sample-site-settings';

const server = apiServer();

beforeEach(() => {
  signInAs('admin');
  server.get('/admin/site', { success: true, settings: sampleSiteSettings() });
});

async function open(settings: Partial<MailSettings> = {}) {
  server.get('/admin/mail', { success: true, settings: sampleMailSettings(settings) });
  renderSite('/admin/site');
  return within(await screen.findByRole('region', { name: 'Mail' }));
}

function answerSave(body: object, status = 200) {
  const saves = recordRequests('put', '/admin/mail', { ...body }, status);
  server.use(saves.handler);
  return () => saves.requests.map(({ body: sent }) => sent);
}

const SAVE = { name: 'Save the mail server' };
const TEST = { name: 'Send a test mail to me' };
const SENT = { host: 'smtp.example.org', port: 587, encryption: 'starttls', username: 'blog' };

it('keeps the stored password, which it never shows, and saves with the version', async () => {
  const mail = await open();
  const password = mail.getByLabelText('Password for the mail server');
  expect(password).toHaveValue('');
  expect(password).toHaveAccessibleDescription(/Stored/u);
  const sent = answerSave({ success: true, settings: sampleMailSettings({ version: 4 }) });
  await userEvent.clear(mail.getByLabelText('Sender'));
  await userEvent.type(mail.getByLabelText('Sender'), 'ours@example.org');
  await userEvent.click(mail.getByRole('button', SAVE));
  expect(await screen.findByText('Mail settings saved')).toBeInTheDocument();
  await userEvent.type(password, 'secret');
  await userEvent.click(mail.getByRole('button', SAVE));
  await waitFor(() => {
    expect(sent()).toEqual([
      { mail: { ...SENT, password: null, from: 'ours@example.org' }, version: 3 },
      { mail: { ...SENT, password: 'secret', from: 'Blog <blog@example.org>' }, version: 4 },
    ]);
  });
});

it('names the fields that no mail server has, and sends nothing', async () => {
  const mail = await open({ server: null, version: 0 });
  const sent = answerSave({});
  await userEvent.clear(mail.getByLabelText('Port'));
  await userEvent.type(mail.getByLabelText('Port'), '70000');
  await userEvent.click(mail.getByRole('button', SAVE));
  const host = mail.getByLabelText('Mail server');
  await waitFor(() => {
    expect(host).toHaveAccessibleDescription('Enter the name of the mail server');
  });
  expect(host).toHaveFocus();
  expect(mail.getByLabelText('Port')).toHaveAccessibleDescription('Enter a port, such as 587');
  expect(mail.getByLabelText('Sender')).toBeInvalid();
  expect(sent()).toEqual([]);
});

it('shows an error of the server at its field', async () => {
  const mail = await open();
  const message = 'Enter the password again: it was given for other settings of the server';
  answerSave(
    { success: false, code: 'validation_failed', message, errors: { 'mail.password': message } },
    400,
  );
  await userEvent.type(mail.getByLabelText('Mail server'), '.net');
  await userEvent.click(mail.getByRole('button', SAVE));
  const password = mail.getByLabelText('Password for the mail server');
  await waitFor(() => {
    expect(password).toHaveAccessibleDescription(new RegExp(message, 'u'));
  });
  expect(password).toHaveFocus();
});

it('tests what holds, or what was typed, and shows what the mail server said', async () => {
  const mail = await open();
  const error = 'the mail server did not take it: 535 wrong password';
  const stored = server.post('/admin/mail/test', { success: true, isSent: true, error: null });
  await userEvent.click(mail.getByRole('button', TEST));
  expect(await mail.findByText('The mail to you was sent.')).toBeVisible();
  const typed = server.post('/admin/mail/test', { success: true, isSent: false, error });
  await userEvent.type(mail.getByLabelText('Password for the mail server'), 'wrong');
  await userEvent.click(mail.getByRole('button', TEST));
  expect(await mail.findByText(error)).toBeVisible();
  expect([...stored, ...typed]).toEqual([
    { mail: null },
    { mail: { ...SENT, password: 'wrong', from: 'Blog <blog@example.org>' } },
  ]);
});

it('says where the configuration sets the mail server, and changes nothing', async () => {
  const mail = await open({ server: null, setBy: 'BLOG_APP_MAIL__HOST', version: 0 });
  expect(mail.getByText('BLOG_APP_MAIL__HOST')).toBeVisible();
  expect(mail.queryByRole('textbox')).not.toBeInTheDocument();
  expect(mail.queryByRole('button', SAVE)).not.toBeInTheDocument();
  expect(mail.getByRole('button', TEST)).toBeVisible();
});

it('goes back to the mails of the configuration', async () => {
  const mail = await open();
  const settings = sampleMailSettings({ server: null, version: 4 });
  const sent = answerSave({ success: true, settings });
  await userEvent.click(mail.getByRole('button', { name: 'Remove the mail server' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(sent()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await mail.findByText(/^No mail server is set/u)).toBeVisible();
  expect(sent()).toEqual([{ mail: null, version: 3 }]);
  expect(mail.getByLabelText('Mail server')).toHaveValue('');
});

it('offers both ways on when somebody else has changed the mail server', async () => {
  const mail = await open();
  const theirs = sampleMailSettings({ version: 9 });
  answerSave({ success: false, code: 'version_conflict', message: '', settings: theirs }, 409);
  await userEvent.type(mail.getByLabelText('Mail server'), '.net');
  await userEvent.click(mail.getByRole('button', SAVE));
  const conflict = await screen.findByRole('region', { name: 'Changed by somebody else' });
  expect(conflict).toHaveTextContent('Different from yours: Mail.');
  const sent = answerSave({ success: true, settings: sampleMailSettings({ version: 10 }) });
  await userEvent.click(screen.getByRole('button', { name: 'Save mine' }));
  await waitFor(() => {
    expect(sent()).toEqual([expect.objectContaining({ version: 9 })]);
  });
});

it('asks before an unsaved mail server is left', async () => {
  const mail = await open();
  await userEvent.type(mail.getByLabelText('Mail server'), '.net');
  await userEvent.click(screen.getAllByRole('link', { name: 'Dashboard' })[0] ?? document.body);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Leave without saving?');
});

it('offers to try again when the settings of the mail server do not come', async () => {
  renderSite('/admin/site');
  expect(await screen.findByText('Failed to fetch the settings of the mail server')).toBeVisible();
  server.get('/admin/mail', { success: true, settings: sampleMailSettings() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Mail server')).toHaveValue('smtp.example.org');
});
