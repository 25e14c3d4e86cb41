/** Whether the site has refused the administrator of the session because they have no second factor. */
import { useSyncExternalStore } from 'react';

import { createListeners } from '../listeners';

const { subscribe, notify } = createListeners();
let isDemanded = false;

export function setSecondFactorDemanded(demanded: boolean): void {
  isDemanded = demanded;
  notify();
}

export function useSecondFactorDemanded(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isDemanded,
    () => false,
  );
}
