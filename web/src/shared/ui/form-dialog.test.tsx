import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentProps, useState } from 'react';
import { expect, it, vi } from 'vitest';

import { gate } from '../../test/gate';
import { TextField } from '../form/text-field';
import { FormDialog } from './form-dialog';

type Props = Partial<ComponentProps<typeof FormDialog>>;

/** A button that opens a dialog with one field. */
function Asking(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        Ask
      </button>
      {isOpen && (
        <FormDialog
          title="Which name?"
          confirmText="Save"
          busyText="Saving..."
          onConfirm={() => Promise.resolve(null)}
          onClose={() => {
            setOpen(false);
          }}
          {...props}
        >
          {(errorOf) => <TextField label="Name" name="name" error={errorOf('name')} />}
        </FormDialog>
      )}
    </>
  );
}

/** What a press beside a dialog reaches: the body behind it takes none. */
const BESIDE = document.documentElement;

async function open(props: Props = {}) {
  const user = userEvent.setup();
  render(<Asking {...props} />);
  await user.click(screen.getByRole('button', { name: 'Ask' }));
  return user;
}

it('has the focus in its first field, and gives it back', async () => {
  const user = await open();
  expect(screen.getByRole('dialog', { name: 'Which name?' })).toBeVisible();
  expect(screen.getByLabelText('Name')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => {
    expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus();
  });
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('stays open with the error at its field, until that is changed', async () => {
  const user = await open({
    onConfirm: () => Promise.resolve({ field: 'name', message: 'Nobody has this name' }),
  });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const field = screen.getByLabelText('Name');
  expect(await screen.findByText('Nobody has this name')).toBeVisible();
  expect(field).toHaveAccessibleDescription('Nobody has this name');
  expect(field).toHaveFocus();
  await user.keyboard('B');
  expect(screen.queryByText('Nobody has this name')).not.toBeInTheDocument();
});

it('is neither sent again nor closed while it is busy', async () => {
  const answer = gate();
  const onConfirm = vi.fn(async () => {
    await answer.opened;
    return 'The server is away';
  });
  const user = await open({ onConfirm });
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Saving...' }));
  await user.keyboard('{Enter}{Escape}');
  expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  answer.open();
  expect(await screen.findByRole('alert')).toHaveTextContent('The server is away');
  expect(onConfirm).toHaveBeenCalledOnce();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('closes by a press beside it unless it is an alert', async () => {
  const user = await open();
  await user.click(BESIDE);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('stays open by a press beside it if it is an alert', async () => {
  const user = await open({ tone: 'danger' });
  await user.click(BESIDE);
  expect(screen.getByRole('alertdialog')).toBeVisible();
});
