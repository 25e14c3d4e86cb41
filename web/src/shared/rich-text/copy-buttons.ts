/** The copy buttons of code blocks. */
import { toast } from '../toast';

import { copyText } from '../clipboard';

const HINT_MS = 2_000;

export function watchCopyButtons(root: HTMLElement, signal: AbortSignal): void {
  root.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('.code-copy') : null;
      const code = button?.closest('.code-block')?.querySelector('pre')?.textContent;
      if (button && code !== undefined) {
        void copy(button, code.replace(/\n$/u, ''));
      }
    },
    { signal },
  );
}

async function copy(button: Element, code: string): Promise<void> {
  if (!(await copyText(code))) {
    toast.error('Failed to copy code');
    return;
  }
  toast.success('Code copied to clipboard!');
  button.setAttribute('data-copied', '');
  setTimeout(() => {
    button.removeAttribute('data-copied');
  }, HINT_MS);
}
