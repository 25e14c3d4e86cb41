import { randomUUID } from 'node:crypto';

/** What the journeys sign in with. */
export const PASSWORD = 'Correct-horse-1';
export const ROOT_EMAIL = 'root@example.org';
export const MASTER_PASSWORD = 'open sesame';

/** A name that no other journey has, nor an earlier run of the same one: for users, titles and addresses. */
export function unique(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}`;
}

export function uniqueEmail(name: string): string {
  return `${unique(name)}@example.org`;
}
