import { toast } from '../../shared/toast';

import type { Admin } from '../../shared/api/types';
import { ChangePasswordForm } from '../../shared/form/change-password-form';
import { startAdminSession } from '../../shared/session/admin-session';
import { changeAdminPassword } from './api';

/** Changes the password, and goes on with the token that comes back. */
export function ChangePassword({ admin }: { admin: Admin }) {
  async function change(currentPassword: string, newPassword: string) {
    startAdminSession(await changeAdminPassword(currentPassword, newPassword), admin);
    toast.success('Password updated successfully');
  }
  return <ChangePasswordForm email={admin.email} change={change} />;
}
