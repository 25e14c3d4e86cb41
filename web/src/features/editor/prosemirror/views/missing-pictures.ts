/** Marks pictures that fail to load for the stylesheet, which shows a note; the saved HTML is unchanged. */

const MISSING_ATTRIBUTE = 'data-missing';

export function markMissingPictures(root: HTMLElement): void {
  const setMissing = (isMissing: boolean) => (event: Event) => {
    if (event.target instanceof HTMLImageElement) {
      event.target.toggleAttribute(MISSING_ATTRIBUTE, isMissing);
    }
  };
  // These events do not bubble.
  root.addEventListener('error', setMissing(true), { capture: true });
  root.addEventListener('load', setMissing(false), { capture: true });
}
