/** Reports of code that failed to load. The page's own script (public/start.js) shows them: it is always loaded. */
import { chunkErrorReason } from './loading/load-chunk';

/** Reports code that the user requested and that failed to load. */
export function reportChunkError(error: unknown): void {
  console.warn(error);
  window.dispatchEvent(new CustomEvent('missingcode', { detail: chunkErrorReason(error) }));
}

/** `reportChunkError` for code that the user did not request: reports only an update of the site. */
export function reportSiteUpdate(error: unknown): void {
  if (chunkErrorReason(error) === 'updated') {
    reportChunkError(error);
  }
}
