/** Repeats for React what the reader did before the page was hydrated. */

const FIELDS = 'input, textarea, select';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Must be called before React hydrates the page. The returned function marks the page as rendered by the client, and
 * repeats earlier input and the last click; it must be called within React's commit. Before the commit, React hydrates
 * the page at once when an event comes, and handles the event: so each has its effect exactly once.
 */
export function prepareHydration(root: HTMLElement): () => void {
  const fields = [...root.querySelectorAll<Field>(FIELDS)];
  return () => {
    root.dataset['drawn'] = '';
    // After a hydration mismatch, React has replaced the server's fields.
    fields.filter(({ isConnected }) => isConnected).forEach(repeatInput);
    repeatClick(root);
  };
}

/** Dispatches the event of a changed value, as if the reader entered it now. */
function repeatInput(field: Field): void {
  const { value } = field;
  const served = servedValue(field);
  if (value === served || isChoiceUnderWay(field)) {
    return;
  }
  // React ignores the value that the field had when it was hydrated, and notices changes past its own setter only.
  field.value = served;
  Reflect.set(Object.getPrototypeOf(field) as object, 'value', value, field);
  const event = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(event, { bubbles: true }));
}

/**
 * Whether React hydrates the page because the reader is choosing in this list: the browser's `change` event, which React
 * handles, is under way or follows `input`. Repeated, the choice would be overwritten by it: React has by then put back
 * the list's value, as it does after each event until the page is rendered with the new one.
 */
function isChoiceUnderWay(field: Field): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- only it tells which event the commit is part of
  const { event } = window;
  return (
    field instanceof HTMLSelectElement &&
    event?.target === field &&
    (event.type === 'input' || event.type === 'change')
  );
}

function servedValue(field: Field): string {
  if (!(field instanceof HTMLSelectElement)) {
    return field.defaultValue;
  }
  const options = [...field.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
}

/** Clicks the button that was clicked before hydration; the script in the document marked it. */
function repeatClick(root: HTMLElement): void {
  const button = root.querySelector<HTMLElement>('[data-pressed]');
  if (button) {
    delete button.dataset['pressed'];
    button.click();
  }
}
