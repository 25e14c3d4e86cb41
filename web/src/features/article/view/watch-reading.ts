import { unwrap, api } from '../../../shared/api/client';
import type { ReadablePost } from '../../../shared/api/types';
import { sessionId } from '../../../shared/session/session-id';

const TEXT = '.article-column .rich-text';
/** The part of the text that a reader has seen at least. */
const SEEN_PART = 0.75;
/** A third of each minute of the reading time: the server counts nobody who is faster. */
const READ_MS_OF_MINUTE = 20_000;
/** More than timers come too early. */
const MARGIN_MS = 500;

/** Ends the watch of the post before. */
let stopLast: (() => void) | undefined;

/** Tells the server once the reader has seen three quarters of the text, and a third of the reading time has passed. */
export function watchReading({ _id: id, readTime }: Pick<ReadablePost, '_id' | 'readTime'>): void {
  stopLast?.();
  const text = document.querySelector(TEXT);
  if (!text) {
    return;
  }
  const page = window.location.pathname;
  const hasLeft = () => !text.isConnected || window.location.pathname !== page;
  let isSeen = false;
  let isTimeOver = false;

  function stopLooking() {
    window.removeEventListener('scroll', look);
    window.removeEventListener('resize', look);
  }

  function stop() {
    stopLooking();
    clearTimeout(timer);
  }

  function finish() {
    if (isSeen && isTimeOver) {
      unwrap(
        api.POST('/blogs/{id}/read', {
          params: { path: { id } },
          body: { sessionId: sessionId() },
        }),
      ).catch(() => {
        // Not shown: an uncounted read does not concern the reader.
      });
    }
  }

  function look() {
    if (!text || hasLeft()) {
      stop();
    } else if (seenPart(text.getBoundingClientRect(), window.innerHeight) >= SEEN_PART) {
      isSeen = true;
      stopLooking();
      finish();
    }
  }

  const timer = setTimeout(
    () => {
      isTimeOver = !hasLeft();
      finish();
    },
    readTime * READ_MS_OF_MINUTE + MARGIN_MS,
  );
  stopLast = stop;
  window.addEventListener('scroll', look, { passive: true });
  window.addEventListener('resize', look);
  look();
}

/** Returns the part of a text above the lower edge of the window, more than 1 past its end; 0 for one that is not laid out. */
export function seenPart(text: { top: number; height: number }, windowHeight: number): number {
  return text.height > 0 ? (windowHeight - text.top) / text.height : 0;
}
