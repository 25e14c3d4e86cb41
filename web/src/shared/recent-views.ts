/** The blogs that this browser has shown, under the names that product.md §3 gives. */
import { forget, readStoredJson, store } from './storage';

const IDS_KEY = 'recentlyViewedBlogs';
const TIMES_KEY = 'recentlyViewedTimes';
const REMEMBERED_MAX = 50;

export function recentlyViewedIds(): string[] {
  return readStoredJson(IDS_KEY, isTexts) ?? [];
}

export function recentlyViewedTimes(): Record<string, string> {
  return readStoredJson(TIMES_KEY, isTextMap) ?? {};
}

/** Moves a blog to the front; the oldest goes once there are more than 50. */
export function rememberView(id: string, now: Date = new Date()): void {
  const ids = [id, ...recentlyViewedIds().filter((known) => known !== id)].slice(0, REMEMBERED_MAX);
  const known: Record<string, string> = { ...recentlyViewedTimes(), [id]: now.toISOString() };
  const times = Object.fromEntries(
    ids.flatMap((kept) => (known[kept] ? [[kept, known[kept]]] : [])),
  );
  store(IDS_KEY, JSON.stringify(ids));
  store(TIMES_KEY, JSON.stringify(times));
}

export function forgetViews(): void {
  forget(IDS_KEY);
  forget(TIMES_KEY);
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTextMap(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((item) => typeof item === 'string')
  );
}
