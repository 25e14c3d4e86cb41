import { readStored, store } from '../storage';

const KEY = 'sessionId';
let pageSessionId: string | undefined;

/** Returns the id under which this browser's views are counted (product.md §3). */
export function sessionId(): string {
  const stored = readStored(KEY) ?? pageSessionId;
  if (stored) {
    return stored;
  }
  pageSessionId = randomId();
  store(KEY, pageSessionId);
  return pageSessionId;
}

/** Replaces `crypto.randomUUID`, which is missing on plain http. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
