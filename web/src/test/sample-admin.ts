import type { Admin, Role } from '../shared/api/types';
import { startAdminSession } from '../shared/session/admin-session';

const HOUR_MS = 3_600_000;
const SECOND_MS = 1_000;

/** Returns a sample administrator with `changes` applied. */
export function sampleAdmin(changes: Partial<Admin> = {}): Admin {
  return {
    _id: 'a1',
    id: 'a1',
    username: 'root',
    email: 'root@example.org',
    role: 'admin',
    createdAt: '2026-03-04T05:06:07.000Z',
    ...changes,
  };
}

/** Returns an administrator's token that expires at `end`, in milliseconds since 1970. */
export function sampleAdminToken(end: number = Date.now() + HOUR_MS): string {
  const claims = { sub: 'a1', aud: 'admin', exp: Math.floor(end / SECOND_MS) };
  return ['head', btoa(JSON.stringify(claims)), 'signature'].join('.');
}

export function signInAdmin(token: string = sampleAdminToken()): void {
  startAdminSession(token, sampleAdmin());
}

/** Signs in a member of the staff with this role. */
export function signInAs(role: Role): void {
  startAdminSession(sampleAdminToken(), sampleAdmin({ role }));
}
