import { toast } from '../../shared/toast';

import type { User } from '../../shared/api/types';
import { ChangePasswordForm } from '../../shared/form/change-password-form';
import { startSession } from '../../shared/session/session';
import { changePassword } from './api';
import './profile-edit.css';

/** The password form. The session continues with the token of the response. */
export function ChangePassword({ user }: { user: User }) {
  async function change(currentPassword: string, newPassword: string) {
    const { token, message } = await changePassword(user._id, currentPassword, newPassword);
    startSession(token, user);
    toast.success(message);
  }
  return (
    <section className="profile-edit" aria-labelledby="change-password">
      <div>
        <h2 id="change-password" className="profile-edit-title">
          Change password
        </h2>
        <p className="profile-edit-lead">You stay signed in here, and are signed out elsewhere.</p>
      </div>
      <ChangePasswordForm email={user.email} change={change} />
    </section>
  );
}
