/** Tells of code that did not come. The page's own script (public/start.js) shows it: it is there whatever is not. */
import { missingReason } from './loading/load-chunk';

/** Says that something that was asked for could not be loaded. */
export function reportMissing(error: unknown): void {
  console.warn(error);
  window.dispatchEvent(new CustomEvent('missingcode', { detail: missingReason(error) }));
}

/** As `reportMissing`, for what was not asked for itself: only an update of the site is worth a word. */
export function reportUpdate(error: unknown): void {
  if (missingReason(error) === 'updated') {
    reportMissing(error);
  }
}
