/** The element that the hash of an address names. */

/** Returns the element that a hash names; null if there is none. */
export function elementForHash(hash: string): HTMLElement | null {
  const name = hash.replace(/^#/u, '');
  return name === ''
    ? null
    : (document.getElementById(name) ?? document.getElementById(decodeOrKeep(name)));
}

/** Scrolls to an element and focuses it, as a browser does for a link within the page. */
export function goTo(target: HTMLElement): void {
  target.scrollIntoView();
  if (target.tabIndex < 0) {
    target.tabIndex = -1;
  }
  target.focus({ preventScroll: true });
}

function decodeOrKeep(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
