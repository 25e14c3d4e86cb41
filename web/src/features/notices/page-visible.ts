import { useSyncExternalStore } from 'react';

/** Whether the page is in view: not in a tab behind others, nor in a minimised window. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, isVisible, () => true);
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange);
  return () => {
    document.removeEventListener('visibilitychange', onChange);
  };
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
