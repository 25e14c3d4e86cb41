/** Links within the article (sections, footnotes), followed without the page being loaded again. */

export function watchInnerLinks(
  root: HTMLElement,
  onFollow: (hash: string) => void,
  signal: AbortSignal,
): void {
  root.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
      const target = link && placeNamed(link.getAttribute('href') ?? '');
      if (
        !target ||
        event.button !== 0 ||
        event.metaKey ||
        event.ctrlKey ||
        event.shiftKey ||
        event.altKey
      ) {
        return;
      }
      event.preventDefault();
      onFollow(`#${target.id}`);
      goTo(target);
    },
    { signal },
  );
}

/** The element that a hash means; none for a hash that names nothing. */
export function placeNamed(hash: string): HTMLElement | null {
  const name = hash.replace(/^#/u, '');
  return name === ''
    ? null
    : (document.getElementById(name) ?? document.getElementById(decoded(name)));
}

/** Scrolls to a place and moves the focus there, as a browser does for a link within the page. */
export function goTo(target: HTMLElement): void {
  target.scrollIntoView();
  if (target.tabIndex < 0) {
    target.tabIndex = -1;
  }
  target.focus({ preventScroll: true });
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
