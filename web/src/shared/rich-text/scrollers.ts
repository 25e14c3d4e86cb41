/** What is too wide scrolls within itself, and can be reached by keyboard for as long as it does. */

export function watchScrollers(root: HTMLElement, signal: AbortSignal): void {
  const scrollers = root.querySelectorAll<HTMLElement>('.scroller');
  if (scrollers.length === 0) {
    return;
  }
  const observer = new ResizeObserver((entries) => {
    entries.forEach(({ target }) => {
      if (target instanceof HTMLElement) {
        markScrollable(target);
      }
    });
  });
  scrollers.forEach((scroller) => {
    observer.observe(scroller);
  });
  signal.addEventListener('abort', () => {
    observer.disconnect();
  });
}

/** A stop on the way of the Tab key only where there is something to scroll. */
export function markScrollable(scroller: HTMLElement): void {
  if (scroller.scrollWidth > scroller.clientWidth) {
    scroller.tabIndex = 0;
    scroller.setAttribute('role', 'region');
    scroller.setAttribute('aria-label', scroller.dataset['label'] ?? '');
  } else {
    scroller.removeAttribute('tabindex');
    scroller.removeAttribute('role');
    scroller.removeAttribute('aria-label');
  }
}
