import { AlertDialog } from 'radix-ui';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { toast } from '../../shared/toast';

import type { User } from '../../shared/api/types';
import { FormError } from '../../shared/form/form-error';
import { PasswordField } from '../../shared/form/password-field';
import { applyServerErrors } from '../../shared/form/server-errors';
import { paths } from '../../shared/paths';
import { endSession } from '../../shared/session/session';
import { deleteAccount } from './api';

export function DeleteAccount({ user }: { user: User }) {
  return (
    <section className="account-action" aria-labelledby="delete-account">
      <div>
        <h2 id="delete-account" className="account-action-title">
          Delete account
        </h2>
        <p className="account-action-text">
          Likes and bookmarks go for good; comments stay without your name.
        </p>
      </div>
      <AlertDialog.Root>
        <AlertDialog.Trigger className="button button-danger">Delete account</AlertDialog.Trigger>
        <AlertDialog.Portal>
          <AlertDialog.Overlay className="scrim" />
          <AlertDialog.Content
            className="dialog"
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              document.getElementById('delete-account-password')?.focus();
            }}
          >
            <AlertDialog.Title className="dialog-title">Delete your account?</AlertDialog.Title>
            <AlertDialog.Description className="dialog-text">
              The account of {user.email} is deleted for good, with its likes and bookmarks. Your
              comments stay and show &lsquo;Deleted User&rsquo;. This cannot be undone.
            </AlertDialog.Description>
            <ConfirmForm user={user} />
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
    </section>
  );
}

function ConfirmForm({ user }: { user: User }) {
  const navigate = useNavigate();
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = formState;

  async function confirm({ password }: { password: string }) {
    try {
      const { message } = await deleteAccount(user._id, password);
      // Ends the session first: the page's guard would navigate to the login.
      flushSync(endSession);
      void navigate(paths.home, { replace: true });
      toast.success(message);
    } catch (error) {
      applyServerErrors(error, setError, ['password'], 'Failed to delete account');
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(confirm)(event)}>
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        id="delete-account-password"
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { required: 'Please enter your password' })}
      />
      <FormError message={errors.root?.message} />
      <div className="dialog-actions">
        <AlertDialog.Cancel className="button" disabled={isSubmitting}>
          Cancel
        </AlertDialog.Cancel>
        <button type="submit" className="button button-danger-solid" disabled={isSubmitting}>
          {isSubmitting ? 'Deleting...' : 'Delete account'}
        </button>
      </div>
    </form>
  );
}
