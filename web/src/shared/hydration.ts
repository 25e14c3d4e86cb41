import { createContext, useContext } from 'react';

/**
 * Whether the page is being hydrated: drawn as the server drew it, in English and for visitors. The reader's own
 * version follows.
 */
export const Hydrating = createContext(false);

export function useIsHydrating(): boolean {
  return useContext(Hydrating);
}
