import { useSyncExternalStore } from 'react';

const LESS_MOTION = '(prefers-reduced-motion: reduce)';

export function usePrefersReducedMotion(): boolean {
  return useMediaQuery(LESS_MOTION);
}

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (tell) => {
      const list = matchMedia(query);
      list.addEventListener('change', tell);
      return () => {
        list.removeEventListener('change', tell);
      };
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
