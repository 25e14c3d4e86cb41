/** The longest delay of a browser timer. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Calls `act` at the time that `end` returns, in milliseconds since 1970. Returns the function that cancels it. */
export function onExpiry(end: () => number | null, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  function check() {
    clearTimeout(timer);
    const remaining = (end() ?? Number.POSITIVE_INFINITY) - Date.now();
    if (remaining <= 0) {
      act();
    } else if (Number.isFinite(remaining)) {
      timer = setTimeout(check, Math.min(remaining, TIMER_MS_MAX));
    }
  }
  check();
  // Timers stop while the computer sleeps.
  document.addEventListener('visibilitychange', check);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
