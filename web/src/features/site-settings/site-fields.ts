/** The fields of the settings, as the form has them. */
import type { FieldPath } from 'react-hook-form';

import type { SiteLink, SiteSettings, SiteSettingsChange } from '../../shared/api/types';

export const LINKS_MAX = 8;
export const LABEL_LENGTH_MAX = 24;
export const ANNOUNCEMENT_LENGTH_MAX = 200;
export const NAME_LENGTH_MAX = 60;
export const DESCRIPTION_LENGTH_MAX = 300;
export const POLICY_LENGTH_MAX = 300;
export const AUTHOR_LENGTH_MAX = 100;
export const ADDRESS_LENGTH_MAX = 500;

const MINUTE_MS = 60_000;
const MINUTE_LENGTH = 'yyyy-mm-ddThh:mm'.length;

export const TONES = [
  { value: 'info', name: 'News' },
  { value: 'success', name: 'Good news' },
  { value: 'warning', name: 'Warning' },
] as const;

/** The days of the week, as the server names them. */
export const WEEKDAYS = [
  { value: 'monday', name: 'Monday' },
  { value: 'tuesday', name: 'Tuesday' },
  { value: 'wednesday', name: 'Wednesday' },
  { value: 'thursday', name: 'Thursday' },
  { value: 'friday', name: 'Friday' },
  { value: 'saturday', name: 'Saturday' },
  { value: 'sunday', name: 'Sunday' },
] as const;
export const NO_DAY = 'Choose at least one day';

export type LinksName = 'navigation' | 'footer';
export type TextName = 'name' | 'description' | 'commentPolicy' | 'defaultAuthor';

export type SiteValues = Record<TextName, string> &
  Record<LinksName, SiteLink[]> & {
    accent: string;
    /** The address of the picture, a `data:` URL for a new one; empty for none. */
    logo: string;
    icon: string;
    newsletterDays: string[];
    hasAnnouncement: boolean;
    /** `until` is a local time, such as `2026-12-01T09:00`; empty for no end. */
    announcement: { text: string; link: string; until: string; tone: string };
  };

export function siteValues(settings: SiteSettings): SiteValues {
  const { name, description, commentPolicy, defaultAuthor, accent, announcement } = settings;
  const until = announcement?.until ?? null;
  return {
    name,
    description,
    commentPolicy,
    defaultAuthor,
    accent,
    logo: settings.logo ?? '',
    icon: settings.icon ?? '',
    newsletterDays: [...settings.newsletterDays],
    navigation: settings.navigation.map((one) => ({ ...one })),
    footer: settings.footer.map((one) => ({ ...one })),
    hasAnnouncement: announcement !== null,
    announcement: {
      text: announcement?.text ?? '',
      link: announcement?.link ?? '',
      until: until === null ? '' : localTime(new Date(until)),
      tone: announcement?.tone ?? 'info',
    },
  };
}

/** Returns the body that saves the values. `base` is what they were read from. */
export function changeOf(values: SiteValues, base: SiteSettings): SiteSettingsChange {
  const { name, description, commentPolicy, defaultAuthor, accent, navigation, footer } = values;
  const { logo, icon, newsletterDays } = values;
  const { text, link, until, tone } = values.announcement;
  return {
    name,
    description,
    commentPolicy,
    defaultAuthor,
    accent,
    logo: logo === '' ? null : logo,
    icon: icon === '' ? null : icon,
    newsletterDays,
    navigation,
    footer,
    announcement: values.hasAnnouncement
      ? { text, link: link.trim() === '' ? null : link, until: instantOf(until, base), tone }
      : null,
    version: base.version,
  };
}

/** Returns the value of a field for a local time. */
function localTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS);
  return local.toISOString().slice(0, MINUTE_LENGTH);
}

/** A time that was not changed keeps its seconds. */
function instantOf(until: string, { announcement }: SiteSettings): string | null {
  if (until === '') {
    return null;
  }
  const before = announcement?.until ?? null;
  if (before !== null && localTime(new Date(before)) === until) {
    return before;
  }
  const time = new Date(until);
  return Number.isNaN(time.getTime()) ? until : time.toISOString();
}

const SECTIONS = [
  ['name', 'Name'],
  ['description', 'Description'],
  ['logo', 'Logo'],
  ['icon', 'Icon'],
  ['accent', 'Accent'],
  ['navigation', 'Navigation'],
  ['footer', 'Footer'],
  ['announcement', 'Announcement'],
  ['commentPolicy', 'Comment policy'],
  ['defaultAuthor', 'Default author'],
  ['newsletterDays', 'Newsletter days'],
] as const;

/** Returns the names of the settings in which two states differ. */
export function differences(mine: SiteSettingsChange, theirs: SiteSettings): string[] {
  const different = SECTIONS.filter(
    ([name]) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]),
  );
  return different.map(([, label]) => label);
}

const LINK_LISTS: readonly LinksName[] = ['navigation', 'footer'];
const LINK_NUMBERS = Array.from({ length: LINKS_MAX }, (_, index) => index);

/** The fields on which the server's errors are shown. */
export const FIELD_NAMES: readonly FieldPath<SiteValues>[] = [
  'name',
  'description',
  'logo',
  'icon',
  'accent',
  ...LINK_LISTS.flatMap((list) =>
    LINK_NUMBERS.flatMap((index) => [
      `${list}.${index}.label` as const,
      `${list}.${index}.url` as const,
    ]),
  ),
  'announcement.text',
  'announcement.link',
  'announcement.until',
  'announcement.tone',
  'commentPolicy',
  'defaultAuthor',
  'newsletterDays',
];
