import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';

import { ApiError } from '../api/errors';
import { FormError } from './form-error';
import { PasswordField } from './password-field';
import { isEmail } from './rules';
import { webAddress } from './web-address';
import { applyServerErrors } from './server-errors';
import { SubmitButton } from './submit-button';
import { TextAreaField } from './text-area-field';
import { TextField } from './text-field';

type Values = { name: string; password: string; socialLinks: { website: string } };

function Form({ send }: { send: () => Promise<void> }) {
  const { register, handleSubmit, setError, formState } = useForm<Values>({
    defaultValues: { name: '', password: '', socialLinks: { website: '' } },
  });
  const { errors, isSubmitting } = formState;
  const submit = async () => {
    try {
      await send();
    } catch (error) {
      applyServerErrors(error, setError, ['name', 'socialLinks.website'], 'It failed');
    }
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      <TextField
        label="Name"
        error={errors.name?.message}
        {...register('name', { required: 'Name is required' })}
      />
      <PasswordField label="Password" autoComplete="new-password" {...register('password')} />
      <TextField
        label="Website"
        error={errors.socialLinks?.website?.message}
        {...register('socialLinks.website')}
      />
      <FormError message={errors.root?.message} />
      <SubmitButton isBusy={isSubmitting} busyText="Saving...">
        Save
      </SubmitButton>
    </form>
  );
}

function rejectWith(fields: Record<string, string>) {
  return () => Promise.reject(new ApiError(400, 'Refused', { fields }));
}

it('reads out an error with its field and focuses the first invalid one', async () => {
  render(<Form send={() => Promise.resolve()} />);
  const name = screen.getByLabelText('Name');
  expect(name).toHaveAttribute('aria-invalid', 'false');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(name).toBeInvalid();
  expect(name).toHaveAccessibleDescription('Name is required');
  expect(name).toHaveFocus();
});

it('shows the errors of the server on their fields and clears nothing', async () => {
  render(<Form send={rejectWith({ 'socialLinks.website': 'Invalid URL format' })} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await userEvent.type(screen.getByLabelText('Website'), 'nonsense{Enter}');
  const website = await screen.findByDisplayValue('nonsense');
  expect(website).toHaveAccessibleDescription('Invalid URL format');
  expect(website).toHaveFocus();
  expect(screen.getByLabelText('Name')).toHaveValue('Ada');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows an error without a field as the error of the form', async () => {
  render(<Form send={rejectWith({ elsewhere: 'Hidden' })} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Ada{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Refused');
});

it('falls back to its own text without a message of the server', async () => {
  render(<Form send={() => Promise.reject(new TypeError('Failed to fetch'))} />);
  await userEvent.type(screen.getByLabelText('Name'), 'Ada{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('It failed');
});

it('shows that it is busy, keeps the focus and submits only once', async () => {
  let respond: () => void = () => undefined;
  let sent = 0;
  render(
    <Form
      send={() => {
        sent += 1;
        return new Promise((resolve) => {
          respond = resolve;
        });
      }}
    />,
  );
  await userEvent.type(screen.getByLabelText('Name'), 'Ada');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const busy = await screen.findByRole('button', { name: 'Saving...' });
  expect(busy).toHaveFocus();
  await userEvent.click(busy);
  await userEvent.type(screen.getByLabelText('Name'), '{Enter}');
  respond();
  expect(await screen.findByRole('button', { name: 'Save' })).toBeVisible();
  expect(sent).toBe(1);
});

it('shows and hides a password', async () => {
  render(<PasswordField label="New Password" autoComplete="new-password" />);
  const field = screen.getByLabelText('New Password');
  expect(field).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show new password' }));
  expect(field).toHaveAttribute('type', 'text');
  await userEvent.click(screen.getByRole('button', { name: 'Hide new password' }));
  expect(field).toHaveAttribute('type', 'password');
});

it('counts the characters', () => {
  render(<TextAreaField label="Bio" counter={{ used: 12, limit: 500 }} />);
  expect(screen.getByLabelText('Bio')).toHaveAccessibleDescription('12/500');
});

it('recognises email and web addresses', () => {
  expect(['a@b.c', ' ada@mail.example.org '].every(isEmail)).toBe(true);
  expect(['', 'ada', 'ada@example', 'a b@c.de', 'a@b..c', 'a@.org'].some(isEmail)).toBe(false);
  expect(
    ['https://a.org', 'HTTP://a.org/b?c', ' a.org ', 'www.a.org:81/b'].map(webAddress),
  ).toEqual(['https://a.org', 'HTTP://a.org/b?c', 'https://a.org', 'https://www.a.org:81/b']);
  for (const text of ['', 'a', 'ftp://a.org', 'https://', 'a b.org', 'mailto:ada@a.org', 'x:y@']) {
    expect(webAddress(text)).toBeNull();
  }
});
