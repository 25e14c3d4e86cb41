/** Preserves scroll position, focus and input while the client replaces or hydrates the server-rendered page. */

const FIELDS = 'input, textarea, select';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** An element of the server-rendered page and its path of child indices from the root. */
type LocatedElement = { element: Element; path: number[] };

/** Resolves once no field in the server-rendered page has the focus: a new render would discard its text. */
export async function whenNotTyping(root: HTMLElement): Promise<void> {
  while (root.contains(document.activeElement) && document.activeElement?.matches(FIELDS)) {
    await new Promise((resolve) => {
      root.addEventListener('focusout', resolve, { once: true });
    });
    // At this moment the focus is not in the next field yet.
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}

/** Tracks scroll position, focus and fields. The returned function restores them in the new render. */
export function captureInput(root: HTMLElement): () => void {
  const tracking = new AbortController();
  let lastScrollY = window.scrollY;
  const trackScroll = () => {
    lastScrollY = window.scrollY;
  };
  let focused = focusedIn(root);
  const trackFocus = () => {
    focused = focusedIn(root);
  };
  window.addEventListener('scroll', trackScroll, { passive: true, signal: tracking.signal });
  root.addEventListener('focusin', trackFocus, { signal: tracking.signal });
  const fields = [...root.querySelectorAll(FIELDS)].map((field) => locate(field, root));

  return () => {
    tracking.abort();
    if (lastScrollY > 0) {
      window.scrollTo(0, lastScrollY);
    }
    fields.forEach((field) => {
      restoreValue(field, root);
    });
    if (document.activeElement === document.body) {
      successorOf(focused, root)?.focus({ preventScroll: true });
    }
    root.dataset['drawn'] = '';
    replayClick(root);
  };
}

/** Sets a changed value in the new field and dispatches its event, as if the reader entered it now. */
function restoreValue(located: LocatedElement, root: HTMLElement): void {
  const field = located.element;
  const successor = successorOf(located, root);
  if (
    isField(field) &&
    isField(successor) &&
    field.value !== servedValue(field) &&
    field.value !== successor.value
  ) {
    // By the prototype's setter: React's own setter would hide the change from its event handlers.
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

/** Clicks the button that was clicked before hydration; the script in the document recorded its path. */
function replayClick(root: HTMLElement): void {
  const pressed = root.dataset['pressed'];
  delete root.dataset['pressed'];
  const button = pressed && elementAt(pressed.split(' ').map(Number), root);
  if (button instanceof HTMLButtonElement) {
    button.click();
  }
}

function focusedIn(root: HTMLElement): LocatedElement | undefined {
  const focused = document.activeElement;
  return focused && root.contains(focused) ? locate(focused, root) : undefined;
}

/** Returns the element at the same path in the new render, if it has the same tag. */
function successorOf(
  located: LocatedElement | undefined,
  root: HTMLElement,
): HTMLElement | undefined {
  const successor = located && elementAt(located.path, root);
  const hasSameTag = successor?.tagName === located?.element.tagName;
  return hasSameTag && successor instanceof HTMLElement ? successor : undefined;
}

function elementAt(path: number[], root: HTMLElement): Element | undefined {
  return path.reduce<Element | undefined>((parent, step) => parent?.children[step], root);
}

function locate(element: Element, root: HTMLElement): LocatedElement {
  const path: number[] = [];
  for (let at = element; at !== root && at.parentElement; at = at.parentElement) {
    path.unshift([...at.parentElement.children].indexOf(at));
  }
  return { element, path };
}
