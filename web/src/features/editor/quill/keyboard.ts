/** Key bindings that differ from Quill's: Tab leaves the text, except in lists and code, where it does after Esc. */
import type Quill from 'quill/core.js';
import type { Range } from 'quill/core.js';

type Caret = { collapsed: boolean; offset: number };
type Context = { quill: Quill };

function indentBy(step: '+1' | '-1') {
  return function indent(this: Context, _range: Range, { collapsed, offset }: Caret): boolean {
    if (collapsed && offset !== 0) {
      return true;
    }
    this.quill.format('indent', step, 'user');
    return false;
  };
}

/** `null` removes a binding of Quill. */
export const BINDINGS = {
  tab: null,
  'remove tab': null,
  indent: null,
  outdent: null,
  'deeper in list': { key: 'Tab', format: ['list'], handler: indentBy('+1') },
  'less deep in list': { key: 'Tab', shiftKey: true, format: ['list'], handler: indentBy('-1') },
  'line break': {
    key: 'Enter',
    shiftKey: true,
    format: { 'code-block': false },
    handler(this: Context, { index, length }: Range): boolean {
      this.quill.deleteText(index, length, 'user');
      this.quill.insertEmbed(index, 'kept-inline', '<br>', 'user');
      this.quill.setSelection(index + 1, 0, 'silent');
      return false;
    },
  },
};

/** Leaves the next Tab after Esc to the page. */
export function leaveOnTabAfterEscape(container: HTMLElement): void {
  let isLeaving = false;
  container.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Tab' && isLeaving) {
        event.stopPropagation();
      }
      isLeaving = event.key === 'Escape' || (isLeaving && event.key === 'Shift');
    },
    { capture: true },
  );
}
