/** A code block with the name of its language; formulas and diagrams are drawn below it. */
import type { Node } from 'prosemirror-model';
import type { NodeView, ViewMutationRecord } from 'prosemirror-view';

import { NO_LANGUAGE } from '../../html/code';
import { storedBlock } from '../../html/stored-form';
import { text } from '../../schema/attributes';

/** Draws a part of a post, given as HTML, into an element; null if nothing is drawn there any more. */
export type ShowPreview = (html: string | null, into: HTMLElement) => void;

const DRAWN_LANGUAGES = ['math', 'mermaid'];
const PAUSE_MS = 400;

export function codeBlockView(node: Node, showPreview: ShowPreview): NodeView {
  const dom = document.createElement('div');
  dom.className = 'code-block';
  const pre = document.createElement('pre');
  const code = document.createElement('code');
  const preview = document.createElement('div');
  preview.className = 'code-preview';
  preview.contentEditable = 'false';
  preview.hidden = true;
  pre.append(code);
  pre.spellcheck = false;
  dom.append(pre, preview);
  let pause: ReturnType<typeof setTimeout> | undefined;

  function show(shown: Node, delay: number) {
    const language = text(shown.attrs, 'language');
    dom.dataset['language'] = language === NO_LANGUAGE ? '' : language;
    const isDrawn = DRAWN_LANGUAGES.includes(language) && shown.textContent.trim() !== '';
    clearTimeout(pause);
    if (preview.hidden === isDrawn) {
      preview.hidden = !isDrawn;
      if (!isDrawn) {
        showPreview(null, preview);
      }
    }
    if (isDrawn) {
      pause = setTimeout(() => {
        showPreview(storedBlock(shown, new Map()), preview);
      }, delay);
    }
  }

  show(node, 0);
  return {
    dom,
    contentDOM: code,
    update: (updated) => {
      if (updated.type !== node.type) {
        return false;
      }
      if (!updated.eq(node)) {
        show(updated, PAUSE_MS);
      }
      node = updated;
      return true;
    },
    destroy: () => {
      clearTimeout(pause);
      showPreview(null, preview);
    },
    ignoreMutation: (mutation: ViewMutationRecord) =>
      mutation.type !== 'selection' && !code.contains(mutation.target),
  };
}
