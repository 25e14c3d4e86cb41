import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';

import { ApiError } from '../api/errors';
import type { SecondProof } from '../api/types';
import { SecondStepForm } from './second-step-form';

const METHODS = ['totp', 'recovery'];
const TEXTS = { submit: 'Login', busy: 'Logging in...', failure: 'Failed to login' };

function open(complete: (proof: SecondProof) => Promise<void>) {
  const onRestart = vi.fn();
  render(
    <SecondStepForm complete={complete} methods={METHODS} onRestart={onRestart} texts={TEXTS} />,
  );
  return onRestart;
}

it('takes a code of the app, which browsers may fill in', async () => {
  const complete = vi.fn(() => Promise.resolve());
  open(complete);
  const field = screen.getByLabelText('Code of your authenticator app');
  await waitFor(() => {
    expect(field).toHaveFocus();
  });
  expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await userEvent.type(field, ' 123 456{Enter}');
  expect(complete).toHaveBeenCalledWith({ code: '123 456' });
});

it('takes a recovery code instead', async () => {
  const complete = vi.fn(() => Promise.resolve());
  open(complete);
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  const field = screen.getByLabelText('Recovery code');
  await waitFor(() => {
    expect(field).toHaveFocus();
  });
  await userEvent.type(field, 'abcd-efgh-ijkl{Enter}');
  expect(complete).toHaveBeenCalledWith({ code: 'abcd-efgh-ijkl' });
});

it('shows a wrong code on the field', async () => {
  const errors = new ApiError(400, 'Wrong', { code: 'invalid_code', fields: { code: 'Wrong' } });
  const onRestart = open(() => Promise.reject(errors));
  await userEvent.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByText('Please enter the six digits')).toBeVisible();
  await userEvent.type(screen.getByRole('textbox'), '123456{Enter}');
  expect(await screen.findByText('Wrong')).toBeVisible();
  expect(onRestart).not.toHaveBeenCalled();
});

it('leads back to the password when the login took too long', async () => {
  const expired = new ApiError(400, 'It took too long', { code: 'invalid_ticket' });
  const onRestart = open(() => Promise.reject(expired));
  await userEvent.type(screen.getByRole('textbox'), '123456{Enter}');
  expect(onRestart).toHaveBeenCalledWith('It took too long');
});
