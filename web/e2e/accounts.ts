import { randomUUID } from 'node:crypto';

/** The password of every test account. */
export const PASSWORD = 'Correct-horse-1';
export const ROOT_EMAIL = 'root@example.org';
export const MASTER_PASSWORD = 'open sesame';

/** Returns a name that no other test and no earlier run uses: for users, titles and email addresses. */
export function unique(name: string): string {
  return `${name}-${randomUUID().slice(0, 8)}`;
}

export function uniqueEmail(name: string): string {
  return `${unique(name)}@example.org`;
}
