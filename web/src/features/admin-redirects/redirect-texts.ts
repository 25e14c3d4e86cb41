/** Redirects in words. */
import type { Redirect } from '../../shared/api/types';

export const GONE = 410;

export const STATUSES = [
  { status: 301, label: 'Moved for good (301)' },
  { status: 302, label: 'Moved for now (302)' },
  { status: GONE, label: 'Gone for good (410)' },
] as const;

const SHORT: Readonly<Record<number, string>> = { 301: 'For good', 302: 'For now', 410: 'Gone' };

/** Returns what a status means, in a word or two. */
export function statusText(status: number): string {
  return SHORT[status] ?? String(status);
}

/** Returns where a redirect comes from. */
export function sourceText(source: string): string {
  switch (source) {
    case 'panel':
      return 'Entered';
    case 'file':
      return 'File';
    default:
      return source.charAt(0).toUpperCase() + source.slice(1);
  }
}

/** The percent-encodings of letters that are not ASCII. */
const ENCODED_LETTERS = /(?:%[89A-F][0-9A-F])+/giu;

/**
 * Returns a path or an address as people read it: with letters in place of their percent-encodings. The server takes it back
 * as the same; other encodings stay, since they may mean something else than their characters.
 */
export function readable(address: string): string {
  return address.replaceAll(ENCODED_LETTERS, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

/** Returns what a redirect is called in questions and labels. */
export function nameOf({ path }: Pick<Redirect, 'path'>): string {
  return readable(path);
}
