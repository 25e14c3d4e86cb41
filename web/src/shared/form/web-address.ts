import { LINK_LENGTH_MAX, lengthOf } from './rules';

/** What was typed as an address of the web, `https://` where it has no scheme; null when it is none. */
export function webAddress(text: string): string | null {
  const typed = text.trim();
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return typed !== '' && !/\s/.test(typed) && isAddress(address) ? address : null;
}

/** For fields that may stay empty. */
export function linkFault(text: string): string | true {
  const address = webAddress(text);
  const isFit = text.trim() === '' || (address !== null && lengthOf(address) <= LINK_LENGTH_MAX);
  return isFit || 'Invalid URL format';
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { hostname, username, password } = new URL(text);
  // A name with a dot: a number alone is read as an address of IPv4.
  return /\.[^\d.]/.test(hostname) && username === '' && password === '';
}
