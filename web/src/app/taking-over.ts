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
  let scrolledTo = window.scrollY;
  const follow = () => {
    scrolledTo = window.scrollY;
  };
  window.addEventListener('scroll', follow, { passive: true });
  const focused = document.activeElement;
  const steps = focused && focused !== root && root.contains(focused) ? stepsTo(focused, root) : [];
  return () => {
    window.removeEventListener('scroll', follow);
    if (scrolledTo > 0) {
      window.scrollTo(0, scrolledTo);
    }
    const place = document.activeElement === document.body ? placeOf(steps, root) : undefined;
    if (steps.length > 0 && place instanceof HTMLElement && place.tagName === focused?.tagName) {
      place.focus({ preventScroll: true });
    }
    root.dataset['drawn'] = '';
    pressAgain(root);
  };
}

/** Presses the button that was pressed before anything listened to it, of which the page's own script took note. */
function pressAgain(root: HTMLElement): void {
  const pressed = root.dataset['pressed'];
  delete root.dataset['pressed'];
  const place = pressed && placeOf(pressed.split(' ').map(Number), root);
  if (place instanceof HTMLButtonElement) {
    place.click();
  }
}

function placeOf(steps: number[], root: HTMLElement): Element | undefined {
  return steps.reduce<Element | undefined>((from, step) => from?.children[step], root);
}

function stepsTo(element: Element, root: HTMLElement): number[] {
  const steps: number[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement) {
    steps.unshift([...at.parentElement.children].indexOf(at));
  }
  return steps;
}
