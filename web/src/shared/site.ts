/** The data of the site in the head of the document. */
import type { SiteLink } from './api/types';

const DEFAULT_NAME = 'Community Blog';

export const DEFAULT_AUTHOR = 'Community Admins';
export const ADMIN_PICTURE = '/avatars/admin.svg';

/** Returns the description of the site; empty if there is none. */
export function siteDescription(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="site-description"]');
  return meta?.content ?? '';
}

/** Returns the policy of comments; empty if there is none. */
export function commentPolicy(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="comment-policy"]')?.content ?? '';
}

type SiteLinks = { navigation: readonly SiteLink[]; footer: readonly SiteLink[] };

/** Returns the links that the administrators have chosen, as the server renders them. */
export function siteLinks(): SiteLinks {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="site-links"]');
  return meta ? (JSON.parse(meta.content) as SiteLinks) : { navigation: [], footer: [] };
}

export function siteName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content ?? DEFAULT_NAME;
}
