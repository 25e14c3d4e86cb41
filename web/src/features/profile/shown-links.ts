import type { User } from '../../shared/api/types';
import { webAddress } from '../../shared/form/web-address';

export type ShownLink = { label: string; address: string };

/** Returns the links that are set; the old Twitter one only without one for X (product.md §2). */
export function shownLinks(links: User['socialLinks']): ShownLink[] {
  return [
    { label: 'Website', text: links.website },
    { label: 'GitHub', text: links.github },
    { label: 'LinkedIn', text: links.linkedin },
    { label: 'X', text: links.x || links.twitter },
  ].flatMap(({ label, text }) => {
    const address = webAddress(text);
    return address === null ? [] : [{ label, address }];
  });
}
