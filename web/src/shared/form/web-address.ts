import { LINK_LENGTH_MAX, lengthOf } from './rules';

/** Returns the text as a web address, with `https://` if it has no scheme; null if it is none. */
export function webAddress(text: string): string | null {
  const typed = text.trim();
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  return typed !== '' && !/\s/.test(typed) && isAddress(address) ? address : null;
}

/** Validates an optional link: returns true or the error message. */
export function validateLink(text: string): string | true {
  const address = webAddress(text);
  const isValid = text.trim() === '' || (address !== null && lengthOf(address) <= LINK_LENGTH_MAX);
  return isValid || 'Invalid URL format';
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) {
    return false;
  }
  const { hostname, username, password } = new URL(text);
  // A name with a dot: a number alone is parsed as an IPv4 address.
  return /\.[^\d.]/.test(hostname) && username === '' && password === '';
}
