/** The fields for the pages of somebody elsewhere. */
import { webAddress } from './web-address';

export const LINK_FIELDS = [
  { name: 'website', label: 'Website', placeholder: 'https://example.org' },
  { name: 'github', label: 'GitHub', placeholder: 'https://github.com/you' },
  { name: 'linkedin', label: 'LinkedIn', placeholder: 'https://linkedin.com/in/you' },
  { name: 'x', label: 'X', placeholder: 'https://x.com/you' },
] as const;

export type LinkTexts = Record<(typeof LINK_FIELDS)[number]['name'], string>;

/** Returns the links with their schemes; an empty text for none. */
export function linksOf({ website, github, linkedin, x }: LinkTexts): LinkTexts {
  return {
    website: webAddress(website) ?? '',
    github: webAddress(github) ?? '',
    linkedin: webAddress(linkedin) ?? '',
    x: webAddress(x) ?? '',
  };
}
