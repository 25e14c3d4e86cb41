import { createContext, useContext } from 'react';

/**
 * Whether what is drawn now stands already, as the server drew it: in English, and for visitors. It must be drawn the
 * same way to be taken over in place; the reader's own form follows.
 */
export const Served = createContext(false);

export function useIsServed(): boolean {
  return useContext(Served);
}
