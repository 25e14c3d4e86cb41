/** No timer of a browser waits longer. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Acts when the time that `end` gives has come, in milliseconds since 1970. Gives back how to stop waiting. */
export function whenOver(end: () => number | null, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function check() {
    clearTimeout(timer);
    const left = (end() ?? Number.POSITIVE_INFINITY) - Date.now();
    if (left <= 0) {
      act();
    } else if (Number.isFinite(left)) {
      timer = setTimeout(check, Math.min(left, TIMER_MS_MAX));
    }
  }
  check();
  // Timers stand still while the computer sleeps.
  document.addEventListener('visibilitychange', check);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
