import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router';

import { messageFor } from '../../shared/api/errors';
import { FormError } from '../../shared/form/form-error';
import { paths } from '../../shared/paths';
import { undoEmailChange } from './api';

type Props = {
  token: string;
  /** Called once the old address is restored. */
  onUndone: (isAdmin: boolean) => void;
};

/** Restores the old email address. It needs a click: mail programs open links by themselves. */
export function UndoEmailChange({ token, onUndone }: Props) {
  const undo = useMutation({
    mutationFn: () => undoEmailChange(token),
    onSuccess: ({ isAdmin }) => {
      onUndone(isAdmin);
    },
  });
  if (undo.data) {
    const { isAdmin, message } = undo.data;
    return (
      <>
        <p className="form-note" role="status">
          {message}
        </p>
        <p>
          Whoever changed it knew your password.{' '}
          {isAdmin
            ? 'Sign in and change it now.'
            : 'Choose a new one now, so that it cannot happen again.'}
        </p>
        <Link
          to={isAdmin ? paths.adminLogin : paths.forgotPassword}
          className="button button-primary button-wide"
        >
          {isAdmin ? 'Sign in' : 'Choose a new password'}
        </Link>
      </>
    );
  }
  return (
    <>
      <p className="bare-lead">
        This brings the old email back, and signs out everybody who is signed in to the account.
      </p>
      <FormError
        message={undo.isError ? messageFor(undo.error, 'Failed to undo the change') : undefined}
      />
      <button
        type="button"
        className="button button-primary button-wide"
        disabled={undo.isPending}
        onClick={() => {
          undo.mutate();
        }}
      >
        {undo.isPending ? 'Undoing...' : 'Undo the change'}
      </button>
    </>
  );
}
