import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';

import { startSession } from '../../shared/session/session';
import { apiServer } from '../../test/api-server';
import { renderPage } from '../../test/render-page';
import { sampleUser } from '../../test/sample-user';
import { ConfirmedDownload } from './confirmed-download';

const server = apiServer();
const load = vi.fn<(confirmation: object) => Promise<Blob>>();
let saved: string[] = [];

beforeEach(() => {
  saved = [];
  load.mockReset();
  startSession('t1', sampleUser());
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:data');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
});

function factors(isEnabled: boolean) {
  server.get('/second-factor', {
    success: true,
    enabled: isEnabled,
    since: null,
    recoveryCodesLeft: 0,
    required: false,
  });
  server.get('/passkeys', { success: true, available: true, passkeys: [] });
}

async function ask() {
  renderPage(
    <ConfirmedDownload
      account={{ kind: 'reader', email: 'ada@example.org' }}
      buttonText="Export data"
      title="Export your data?"
      description="As a zip archive."
      name="my-data.zip"
      load={load}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Export data' }));
  return screen.findByRole('dialog', { name: 'Export your data?' });
}

it('asks for the password, and saves the file under its name', async () => {
  factors(false);
  load.mockResolvedValue(new Blob(['zip']));
  const dialog = within(await ask());
  expect(dialog.queryByLabelText(/^Code/u)).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  expect(await dialog.findByText('Please enter your password')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
  await userEvent.type(dialog.getByLabelText(/password/iu), 'correct horse');
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await waitFor(() => {
    expect(saved).toEqual(['my-data.zip']);
  });
  expect(load).toHaveBeenCalledWith({ password: 'correct horse' });
  await waitFor(() => {
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

it('asks for a code where there is a second factor', async () => {
  factors(true);
  load.mockResolvedValue(new Blob(['zip']));
  const dialog = within(await ask());
  await userEvent.type(dialog.getByLabelText(/password/iu), 'correct horse');
  await userEvent.type(dialog.getByLabelText(/^Code/u), '123456');
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  await waitFor(() => {
    expect(load).toHaveBeenCalledWith({ password: 'correct horse', code: '123456' });
  });
});

it('stays open with the reason when the server refuses', async () => {
  factors(false);
  load.mockRejectedValue(new Error('no'));
  const dialog = within(await ask());
  await userEvent.type(dialog.getByLabelText(/password/iu), 'correct horse');
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }));
  expect(await dialog.findByText('That did not work')).toBeVisible();
  expect(saved).toEqual([]);
});

it('offers to try again when the second factors cannot be loaded', async () => {
  server.use(
    http.get('*/api/second-factor', () => HttpResponse.json({}, { status: 404 })),
    http.get('*/api/passkeys', () => HttpResponse.json({}, { status: 404 })),
  );
  renderPage(
    <ConfirmedDownload
      account={{ kind: 'reader', email: 'ada@example.org' }}
      buttonText="Export data"
      title="Export your data?"
      description="As a zip archive."
      name="my-data.zip"
      load={load}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Export data' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
