import type { SiteSettings } from '../shared/api/types';

/** Returns the settings of a new site with `changes` applied. */
export function sampleSiteSettings(changes: Partial<SiteSettings> = {}): SiteSettings {
  return {
    name: 'Community Blog',
    description: 'By and for us.',
    accent: '',
    navigation: [],
    footer: [],
    announcement: null,
    commentPolicy: '',
    defaultAuthor: 'Community Admins',
    logo: null,
    icon: null,
    newsletterDays: ['monday'],
    version: 1,
    locked: [],
    palette: null,
    ...changes,
  };
}
