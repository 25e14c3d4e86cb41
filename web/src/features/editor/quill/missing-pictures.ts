/** Marks pictures of the text that do not come, so that the stylesheet puts a note over them: what is saved stays as it was. */

const MARK = 'data-missing';

export function followPictures(root: HTMLElement): void {
  const mark = (isMissing: boolean) => (event: Event) => {
    if (event.target instanceof HTMLImageElement) {
      event.target.toggleAttribute(MARK, isMissing);
    }
  };
  // These events do not bubble.
  root.addEventListener('error', mark(true), { capture: true });
  root.addEventListener('load', mark(false), { capture: true });
}
