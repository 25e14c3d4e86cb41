/** The session of the reader, stored under the keys of product.md §3. */
import type { User } from '../api/types';
import { isRecord } from '../is-record';
import { createSessionStore } from './session-store';

export const readerSession = createSessionStore<User>({
  kind: 'reader',
  tokenKey: 'token',
  accountKey: 'user',
  expiryKey: 'expiresAt',
  isAccount: isUser,
});

export const {
  useCurrent: useSession,
  current: currentSession,
  start: startSession,
  update: updateUser,
  end: endSession,
} = readerSession;

/** Whether a value from the storage or a response has the fields of a reader that pages use. */
export function isUser(value: unknown): value is User {
  return (
    isRecord(value) &&
    [value['_id'], value['name'], value['email'], value['bio']].every(
      (text) => typeof text === 'string',
    ) &&
    typeof value['onboarded'] === 'boolean' &&
    isRecord(value['socialLinks'])
  );
}
