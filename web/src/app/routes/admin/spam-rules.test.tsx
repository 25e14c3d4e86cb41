import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';

import type { SpamRules } from '../../../shared/api/types';
import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { renderSite } from '../../../test/render-site';
import { signInAs } from '../../../test/sample-admin';
import { sampleSpamRules } from '../../../test/sample-spam-rules';

const server = apiServer();

beforeEach(() => {
  signInAs('editor');
});

async function open(rules: Partial<SpamRules> = {}) {
  server.get('/admin/spam-rules', { success: true, rules: sampleSpamRules(rules) });
  renderSite('/admin/spam-rules');
  await screen.findByRole('radio', { name: 'Open' });
}

function answerSave(body: object, status = 200) {
  const saves = recordRequests('put', '/admin/spam-rules', { ...body }, status);
  server.use(saves.handler);
  return () => saves.requests.map(({ body: sent }) => sent);
}

async function replace(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), text);
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

it('shows the level with what each does, the figures and the lists', async () => {
  await open({ level: 'guarded', holdWords: ['casino*', 'pills'] });
  expect(screen.getByRole('heading', { name: 'Spam Rules' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Guarded' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Strict' })).toHaveAccessibleDescription(
    /first comments of everybody wait/,
  );
  expect(screen.getByLabelText('Pause of newcomers')).toHaveValue('30');
  expect(screen.getByLabelText('Words that hold a comment')).toHaveValue('casino*\npills');
  expect(screen.getByText('2/1000')).toBeVisible();
});

it('saves all of them with the version, lists without blank lines', async () => {
  await open({ version: 4 });
  const changed = sampleSpamRules({
    level: 'strict',
    maxLinks: 5,
    blockedHosts: ['a.example', 'b.example'],
    version: 5,
  });
  const sent = answerSave({ success: true, rules: changed });
  await userEvent.click(screen.getByRole('radio', { name: 'Strict' }));
  await replace('Links allowed to others', '5');
  await replace('Blocked sites', ' a.example {Enter}{Enter}b.example{Enter}');
  await save();
  expect(await screen.findByText('Spam rules saved')).toBeInTheDocument();
  expect(sent()).toEqual([{ ...changed, version: 4 }]);
  await userEvent.click(screen.getByRole('radio', { name: 'Open' }));
  await save();
  await waitFor(() => {
    expect(sent()[1]).toEqual({ ...changed, level: 'open' });
  });
});

it('checks figures before they are sent', async () => {
  await open();
  const sent = answerSave({ success: true, rules: sampleSpamRules() });
  await replace('Others an hour', 'many');
  await save();
  expect(await screen.findByText('Enter a whole number')).toBeVisible();
  expect(screen.getByLabelText('Others an hour')).toHaveFocus();
  expect(sent()).toEqual([]);
});

it("shows the server's errors at their fields", async () => {
  await open();
  const message = 'A word may have at most 60 characters';
  answerSave(
    { success: false, code: 'validation_failed', message, errors: { refuseWords: message } },
    400,
  );
  await save();
  const field = screen.getByLabelText('Words that refuse a comment');
  await waitFor(() => {
    expect(field).toHaveAccessibleDescription(expect.stringContaining(message));
  });
});

const conflict = {
  success: false,
  code: 'version_conflict',
  message: 'Somebody else has changed the rules',
  rules: sampleSpamRules({ level: 'guarded', version: 7 }),
};

it('shows what somebody else has saved meanwhile, and takes it', async () => {
  await open();
  answerSave(conflict, 409);
  await replace('Others an hour', '61');
  await save();
  const box = await screen.findByRole('region', { name: 'Changed by somebody else' });
  expect(box).toHaveFocus();
  const texts = within(box)
    .getAllByRole('definition')
    .map((element) => element.textContent);
  expect(texts).toEqual(['Theirs: Guarded', 'Yours: Open', 'Theirs: 60', 'Yours: 61']);
  await userEvent.click(within(box).getByRole('button', { name: 'Take theirs' }));
  expect(screen.getByRole('radio', { name: 'Guarded' })).toBeChecked();
  expect(screen.getByLabelText('Others an hour')).toHaveValue('60');
  expect(box).not.toBeInTheDocument();
});

it('saves over what somebody else has saved when asked to', async () => {
  await open();
  answerSave(conflict, 409);
  await replace('Others an hour', '61');
  await save();
  const saved = sampleSpamRules({ perHour: 61, version: 8 });
  const button = await screen.findByRole('button', { name: 'Save mine' });
  const sent = answerSave({ success: true, rules: saved });
  await userEvent.click(button);
  expect(await screen.findByText('Spam rules saved')).toBeInTheDocument();
  expect(sent()).toEqual([{ ...saved, version: 7 }]);
});

it('offers to try again when the rules cannot be fetched', async () => {
  server.use(recordRequests('get', '/admin/spam-rules', {}, 500).handler);
  renderSite('/admin/spam-rules');
  expect(await screen.findByText('Failed to fetch spam rules')).toBeVisible();
  server.get('/admin/spam-rules', { success: true, rules: sampleSpamRules() });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('radio', { name: 'Open' })).toBeChecked();
});

it('asks before unsaved changes are left', async () => {
  await open();
  await userEvent.click(screen.getByRole('radio', { name: 'Strict' }));
  await userEvent.click(screen.getAllByRole('link', { name: 'Settings' })[0] ?? document.body);
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});
