import { readStored, store } from '../storage';

const KEY = 'sessionId';
let sessionOfThisPage: string | undefined;

/** The name under which this browser's views are counted (product.md §3). */
export function sessionId(): string {
  const known = readStored(KEY) ?? sessionOfThisPage;
  if (known) {
    return known;
  }
  sessionOfThisPage = randomName();
  store(KEY, sessionOfThisPage);
  return sessionOfThisPage;
}

/** `crypto.randomUUID` is missing on plain http, where small groups may well run their blog. */
function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
