/** Wide elements that scroll within themselves and are focusable while they can scroll. */

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

/** Makes a scroller a tab stop only if there is something to scroll. */
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
