import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;

/** Returns the whole seconds left until a time, and a function that restarts the countdown. */
export function useCountdown(firstEnd: number) {
  const [clock, setClock] = useState(() => ({ end: firstEnd, now: Date.now() }));
  const left = Math.max(0, Math.ceil((clock.end - clock.now) / SECOND_MS));
  const isRunning = left > 0;

  useEffect(() => {
    if (!isRunning) {
      return undefined;
    }
    const timer = setInterval(() => {
      setClock(({ end }) => ({ end, now: Date.now() }));
    }, SECOND_MS);
    return () => {
      clearInterval(timer);
    };
  }, [isRunning]);

  return {
    left,
    restart: (seconds: number) => {
      const now = Date.now();
      setClock({ end: now + seconds * SECOND_MS, now });
    },
  };
}
