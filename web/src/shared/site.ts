/** What the server says of the site in the head of the document. */

const DEFAULT_NAME = 'Community Blog';

export const DEFAULT_AUTHOR = 'Community Admins';
export const ADMIN_PICTURE = '/avatars/admin.svg';

export function siteName(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]');
  return meta?.content ?? DEFAULT_NAME;
}
