/** Imports in words. */
import type { Import, ImportState, ImportTotals } from '../../shared/api/types';

export type Kind = keyof ImportTotals;

/** The kinds of things, in the order of reports, with their singular and plural. Other systems bring the first five alone. */
export const KINDS: readonly { kind: Kind; entry: string; one: string; many: string }[] = [
  { kind: 'posts', entry: 'post', one: 'post', many: 'posts' },
  { kind: 'pages', entry: 'page', one: 'page', many: 'pages' },
  { kind: 'comments', entry: 'comment', one: 'comment', many: 'comments' },
  { kind: 'pictures', entry: 'picture', one: 'picture', many: 'pictures' },
  { kind: 'redirects', entry: 'redirect', one: 'redirect', many: 'redirects' },
  { kind: 'people', entry: 'person', one: 'person', many: 'people' },
  {
    kind: 'settings',
    entry: 'settings',
    one: 'group of settings',
    many: 'groups of settings',
  },
  { kind: 'tags', entry: 'tag', one: 'tag', many: 'tags' },
  { kind: 'series', entry: 'series', one: 'series', many: 'series' },
];

/** The number of those kinds that exports of other systems can have. */
const COMMON_KINDS = 5;

/** Returns the kinds that are told of: those of every system, and others of which there are some. */
export function shownKinds(totals: ImportTotals): typeof KINDS {
  return KINDS.filter(
    ({ kind }, index) =>
      index < COMMON_KINDS || Object.values(totals[kind]).some((count) => count > 0),
  );
}

export const OUTCOMES = [
  { value: 'changed', label: 'With changes' },
  { value: 'new', label: 'New' },
  { value: 'skipped', label: 'Skipped' },
  { value: 'refused', label: 'Refused' },
] as const;

/** Whether nothing happens to an import any more. */
export function isOver({ state }: Pick<Import, 'state'>): boolean {
  return state === 'done' || state === 'failed';
}

/** Whether the server works on an import. */
export function isWorkedOn({ state }: Pick<Import, 'state'>): boolean {
  return !isOver({ state }) && state !== 'ready';
}

/** Returns a number with the things that it counts: `1 post`, `1,204 posts`. */
export function counted(number: number, one: string, many: string): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`;
}

/** Returns what is new: `12 posts, 3 pages and 40 comments`; empty if nothing is. */
export function newThings(totals: ImportTotals): string {
  const things = KINDS.filter(({ kind }) => totals[kind].new > 0).map(({ kind, one, many }) =>
    counted(totals[kind].new, one, many),
  );
  const last = things.pop();
  return things.length === 0 ? (last ?? '') : `${things.join(', ')} and ${last ?? ''}`;
}

/** Returns the number of things of all kinds with this outcome. */
export function total(totals: ImportTotals, outcome: 'new' | 'skipped' | 'refused'): number {
  return KINDS.reduce((sum, { kind }) => sum + totals[kind][outcome], 0);
}

/** Returns what the button says that imports what the check has found. */
export function applyText(totals: ImportTotals): string {
  const first = KINDS.find(({ kind }) => totals[kind].new > 0);
  return first === undefined
    ? 'Nothing new to import'
    : `Import ${counted(totals[first.kind].new, first.one, first.many)}`;
}

/** Returns how far the work is, in whole percent; null if that is not known yet. */
export function percentOf({ progress }: Pick<Import, 'progress'>): number | null {
  const { done, total: all } = progress;
  return all === 0 ? null : Math.min(100, Math.floor((100 * done) / all));
}

const UNITS = ['KB', 'MB', 'GB'] as const;
const STEP = 1024;

/** Returns a size in the largest unit of which there is at least one. */
export function sizeText(bytes: number): string {
  if (bytes < STEP) {
    return counted(Math.floor(bytes), 'byte', 'bytes');
  }
  const power = Math.min(UNITS.length, Math.floor(Math.log2(bytes) / 10));
  const size = bytes / STEP ** power;
  const digits = size < 10 ? 1 : 0;
  return `${size.toLocaleString(undefined, { maximumFractionDigits: digits })} ${UNITS[power - 1] ?? ''}`;
}

const STATES: Readonly<Record<ImportState, string>> = {
  uploaded: 'Waiting',
  checking: 'Checking',
  ready: 'Ready',
  applying: 'Importing',
  done: 'Imported',
  failed: 'Failed',
};

export function stateText(state: ImportState): string {
  return STATES[state];
}

/** Returns a sentence of the server with a capital at its beginning and a full stop at its end. */
export function sentence(text: string): string {
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/u.test(whole) ? whole : `${whole}.`;
}

/** The parts of the work after which screen readers are told how far it is: not each percent. */
const ANNOUNCED_STEP = 25;

/** Returns what screen readers are told of an import. It changes with the state, and a few times in between. */
export function announcement(current: Import): string {
  const percent = percentOf(current) ?? 0;
  const step = Math.floor(percent / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  switch (current.state) {
    case 'uploaded':
    case 'checking':
      return step === 0 ? 'Checking the export' : `Checking the export, ${step} percent`;
    case 'ready':
      return `The check is complete. ${summary(current.totals)}`;
    case 'applying':
      return step === 0 ? 'Importing' : `Importing, ${step} percent`;
    case 'done':
      return `The import is complete. ${summary(current.totals)}`;
    case 'failed':
      return `The import has failed. ${sentence(current.error ?? '')}`;
  }
}

function summary(totals: ImportTotals): string {
  const refused = total(totals, 'refused');
  const things = newThings(totals);
  const found = things === '' ? 'Nothing is new' : `New: ${things}`;
  return refused === 0 ? `${found}.` : `${found}. ${refused.toLocaleString()} refused.`;
}
