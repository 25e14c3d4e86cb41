/** The client takes the place of what the server drew, and whoever reads or types there notices nothing. */

const FIELDS = 'input, textarea, select';

/** Once nobody is typing in the page that the server drew: what was typed would be gone with its field. */
export async function whenNobodyTypes(root: HTMLElement): Promise<void> {
  while (root.contains(document.activeElement) && document.activeElement?.matches(FIELDS)) {
    await new Promise((left) => {
      root.addEventListener('focusout', left, { once: true });
    });
    // The focus has left one field, and is not in the next one yet.
    await new Promise((moved) => {
      setTimeout(moved);
    });
  }
}

/** Remembers where the reader is; the returned function brings them back there in what was drawn anew. */
export function rememberReader(root: HTMLElement): () => void {
  const scrolledTo = window.scrollY;
  const focused = document.activeElement;
  const steps = focused && focused !== root && root.contains(focused) ? stepsTo(focused, root) : [];
  return () => {
    if (scrolledTo > 0) {
      window.scrollTo(0, scrolledTo);
    }
    const place = steps.reduce<Element | undefined>((from, step) => from?.children[step], root);
    if (steps.length > 0 && place instanceof HTMLElement && place.tagName === focused?.tagName) {
      place.focus({ preventScroll: true });
    }
  };
}

function stepsTo(element: Element, root: HTMLElement): number[] {
  const steps: number[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement) {
    steps.unshift([...at.parentElement.children].indexOf(at));
  }
  return steps;
}
