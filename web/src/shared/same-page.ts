/** Navigations that change the address of a page without leaving it: focus, scroll position and edits stay. */
import type { NavigateOptions } from 'react-router';

/** The options of such a navigation. */
export const SAME_PAGE = {
  replace: true,
  preventScrollReset: true,
  state: { isSamePage: true },
} as const satisfies NavigateOptions;

/** Whether a navigation of this type and with this location state stays on the page. */
export function isSamePage(type: string, state: unknown): boolean {
  return (
    type === 'REPLACE' &&
    typeof state === 'object' &&
    state !== null &&
    'isSamePage' in state &&
    state.isSamePage === true
  );
}
