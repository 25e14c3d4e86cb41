/** Each block of code gets a line on top with its language and a button that copies it. */
import { toast } from 'sonner';

import { copyText } from '../clipboard';
import { labelOf } from './code-languages';

const HINT_MS = 2_000;
const LANGUAGE_CLASS = 'language-';

export function prepareCodeBlocks(fragment: DocumentFragment): void {
  fragment.querySelectorAll('pre').forEach((pre, index) => {
    const label = labelOf(declaredLanguage(pre));
    const header = document.createElement('div');
    header.className = 'code-header';
    header.append(...(label === '' ? [] : [languageLabel(label)]), copyButton());
    const block = document.createElement('div');
    block.className = 'code-block';
    pre.replaceWith(block);
    pre.classList.add('scroller');
    pre.dataset['label'] = `Code ${index + 1}${label === '' ? '' : `, ${label}`}`;
    block.append(header, pre);
  });
}

/** The language that the author named, lower case; empty when none was. */
export function declaredLanguage(pre: Element): string {
  const classes = [...pre.classList, ...(pre.querySelector('code')?.classList ?? [])];
  const declared = classes.find((name) => name.startsWith(LANGUAGE_CLASS));
  return declared?.slice(LANGUAGE_CLASS.length).toLowerCase() ?? '';
}

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

function languageLabel(label: string): HTMLElement {
  const element = document.createElement('span');
  element.className = 'code-language';
  element.textContent = label;
  return element;
}

function copyButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-copy';
  button.setAttribute('aria-label', 'Copy code');
  button.title = 'Copy code';
  return button;
}
