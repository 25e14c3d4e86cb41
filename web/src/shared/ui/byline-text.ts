import { type BylineForm, byline } from '../byline';

/** Returns a byline as one text. */
export function bylineText(names: readonly string[], form: BylineForm = 'short'): string {
  const { named, rest } = byline(names, form);
  return named.map(({ separator, author }) => separator + author).join('') + rest;
}
