/** The client takes the place of what the server drew, and whoever reads or types there notices nothing. */

const FIELDS = 'input, textarea, select';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** An element of the page that the server drew, and the way to it from the root. */
type Placed = { element: Element; steps: number[] };

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

/**
 * Remembers where the reader is and what they write; the returned function brings both back in what was drawn anew
 * meanwhile.
 */
export function rememberReader(root: HTMLElement): () => void {
  const following = new AbortController();
  let scrolledTo = window.scrollY;
  const followScroll = () => {
    scrolledTo = window.scrollY;
  };
  let focused = focusedIn(root);
  const followFocus = () => {
    focused = focusedIn(root);
  };
  window.addEventListener('scroll', followScroll, { passive: true, signal: following.signal });
  root.addEventListener('focusin', followFocus, { signal: following.signal });
  const fields = [...root.querySelectorAll(FIELDS)].map((field) => placed(field, root));

  return () => {
    following.abort();
    if (scrolledTo > 0) {
      window.scrollTo(0, scrolledTo);
    }
    fields.forEach((field) => {
      writeAgain(field, root);
    });
    if (document.activeElement === document.body) {
      successorOf(focused, root)?.focus({ preventScroll: true });
    }
    root.dataset['drawn'] = '';
    pressAgain(root);
  };
}

/** Writes what the reader wrote as if they wrote it now, so that the client hears of it. */
function writeAgain(placed: Placed, root: HTMLElement): void {
  const field = placed.element;
  const successor = successorOf(placed, root);
  if (
    isField(field) &&
    isField(successor) &&
    field.value !== servedValue(field) &&
    field.value !== successor.value
  ) {
    // Past the setter by which React notices what it wrote itself.
    Reflect.set(Object.getPrototypeOf(successor) as object, 'value', field.value, successor);
    const event = successor instanceof HTMLSelectElement ? 'change' : 'input';
    successor.dispatchEvent(new Event(event, { bubbles: true }));
  }
}

function servedValue(field: Field): string | undefined {
  if (!(field instanceof HTMLSelectElement)) {
    return field.defaultValue;
  }
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

function isField(element: Element | undefined): element is Field {
  return element?.matches(FIELDS) ?? false;
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

function focusedIn(root: HTMLElement): Placed | undefined {
  const focused = document.activeElement;
  return focused && root.contains(focused) ? placed(focused, root) : undefined;
}

/** What stands where the element stood, if it is one of its kind. */
function successorOf(placed: Placed | undefined, root: HTMLElement): HTMLElement | undefined {
  const successor = placed && placeOf(placed.steps, root);
  const isOfItsKind = successor?.tagName === placed?.element.tagName;
  return isOfItsKind && successor instanceof HTMLElement ? successor : undefined;
}

function placeOf(steps: number[], root: HTMLElement): Element | undefined {
  return steps.reduce<Element | undefined>((from, step) => from?.children[step], root);
}

function placed(element: Element, root: HTMLElement): Placed {
  const steps: number[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement) {
    steps.unshift([...at.parentElement.children].indexOf(at));
  }
  return { element, steps };
}
