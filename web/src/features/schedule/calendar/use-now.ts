import { useEffect, useState } from 'react';

const INTERVAL_MS = 30_000;

/** The present time, for what changes with the day and the minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, INTERVAL_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return now;
}
