/** The posts viewed in this browser, under the storage keys of product.md §3. */
import { forget, readStoredJson, store } from './storage';

const IDS_KEY = 'recentlyViewedBlogs';
const TIMES_KEY = 'recentlyViewedTimes';
const REMEMBERED_MAX = 50;

export function recentlyViewedIds(): string[] {
  return readStoredJson(IDS_KEY, isStringArray) ?? [];
}

export function recentlyViewedTimes(): Record<string, string> {
  return readStoredJson(TIMES_KEY, isStringMap) ?? {};
}

/** Moves a post to the front; removes the oldest above 50. */
export function rememberView(id: string, now: Date = new Date()): void {
  const ids = [id, ...recentlyViewedIds().filter((other) => other !== id)].slice(0, REMEMBERED_MAX);
  const allTimes: Record<string, string> = { ...recentlyViewedTimes(), [id]: now.toISOString() };
  const times = Object.fromEntries(
    ids.flatMap((viewed) => (allTimes[viewed] ? [[viewed, allTimes[viewed]]] : [])),
  );
  store(IDS_KEY, JSON.stringify(ids));
  store(TIMES_KEY, JSON.stringify(times));
}

export function forgetViews(): void {
  forget(IDS_KEY);
  forget(TIMES_KEY);
}

function isStringArray(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isStringMap(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((item) => typeof item === 'string')
  );
}
