/** What the page tells of itself until it is mended or dismissed: code that did not come. */
import { useSyncExternalStore } from 'react';

import { createListeners } from './listeners';
import { type MissingReason, missingReason } from './loading/load-chunk';

const { subscribe, tell } = createListeners();
let missing: MissingReason | null = null;

/** Says that something that was asked for could not be loaded. */
export function reportMissing(error: unknown): void {
  console.warn(error);
  // Nothing but a reload mends an update.
  if (missing !== 'updated') {
    missing = missingReason(error);
    tell();
  }
}

/** As `reportMissing`, for what was not asked for itself: only an update of the site is worth a word. */
export function reportUpdate(error: unknown): void {
  if (missingReason(error) === 'updated') {
    reportMissing(error);
  }
}

export function dismissMissing(): void {
  missing = null;
  tell();
}

/** Why something did not come; null while nothing is missing. */
export function useMissing(): MissingReason | null {
  return useSyncExternalStore(
    subscribe,
    () => missing,
    () => null,
  );
}
