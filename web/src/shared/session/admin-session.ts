/** The session of the administrator, stored under the keys of product.md §3. */
import type { Admin } from '../api/types';
import { isRecord } from '../is-record';
import { isRole } from './roles';
import { createSessionStore } from './session-store';

export const adminSession = createSessionStore<Admin>({
  kind: 'admin',
  tokenKey: 'adminToken',
  accountKey: 'admin',
  isAccount: isAdmin,
});

export const {
  useCurrent: useAdmin,
  current: currentAdmin,
  start: startAdminSession,
  update: updateAdmin,
  end: endAdminSession,
} = adminSession;

function isAdmin(value: unknown): value is Admin {
  return (
    isRecord(value) &&
    typeof value['username'] === 'string' &&
    typeof value['email'] === 'string' &&
    // Sessions that an earlier version stored have no role.
    (value['role'] === undefined || isRole(value['role']))
  );
}
