import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router';

import type { User } from '../../shared/api/types';
import { CurrentPassword } from '../../shared/form/current-password';
import { type Fault, faultOf } from '../../shared/form/fault';
import { paths } from '../../shared/paths';
import { endSession } from '../../shared/session/session';
import { toast } from '../../shared/toast';
import { FormDialog } from '../../shared/ui/form-dialog';
import { deleteAccount } from './api';

export function DeleteAccount({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
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
      <button
        type="button"
        className="button button-danger"
        onClick={() => {
          setAsking(true);
        }}
      >
        Delete account
      </button>
      {isAsking && (
        <DeletionDialog
          user={user}
          onClose={() => {
            setAsking(false);
          }}
        />
      )}
    </section>
  );
}

function DeletionDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate();
  const [password, setPassword] = useState('');

  async function confirm(): Promise<Fault<'password'> | null> {
    if (password === '') {
      return { field: 'password', message: 'Please enter your password' };
    }
    try {
      const { message } = await deleteAccount(user._id, password);
      // Ends the session first: the page's guard would navigate to the login.
      flushSync(endSession);
      void navigate(paths.home, { replace: true });
      toast.success(message);
      return null;
    } catch (error) {
      return faultOf(error, ['password'], 'Failed to delete account');
    }
  }

  return (
    <FormDialog
      title="Delete your account?"
      description={
        <>
          The account of {user.email} is deleted for good, with its likes and bookmarks. Your
          comments stay and show &lsquo;Deleted User&rsquo;. This cannot be undone.
        </>
      }
      tone="danger"
      confirmText="Delete account"
      busyText="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    >
      {(errorOf) => (
        <CurrentPassword
          email={user.email}
          value={password}
          error={errorOf('password')}
          onChange={setPassword}
        />
      )}
    </FormDialog>
  );
}
