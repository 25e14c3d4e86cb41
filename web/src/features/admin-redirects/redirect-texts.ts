/** Redirects in words. */
import type { Redirect } from '../../shared/api/types';
import { readable } from '../../shared/readable-address';

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

/** Returns what a redirect is called in questions and labels. */
export function nameOf({ path }: Pick<Redirect, 'path'>): string {
  return readable(path);
}
