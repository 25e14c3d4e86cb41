import { toast } from '../../shared/toast';

import type { Admin } from '../../shared/api/types';
import { ChangePasswordForm } from '../../shared/form/change-password-form';
import { startAdminSession } from '../../shared/session/admin-session';
import { changeAdminPassword } from './api';

/** The password form. The session continues with the token of the response. */
export function ChangePassword({ admin }: { admin: Admin }) {
  async function change(currentPassword: string, newPassword: string) {
    startAdminSession(await changeAdminPassword(currentPassword, newPassword), admin);
    toast.success('Password updated successfully');
  }
  return <ChangePasswordForm email={admin.email} change={change} />;
}
