import { Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';

/**
 * Reads the caret from the page before a key is used. A busy browser reports a pressed key before it reports where the
 * last click or arrow key has moved the caret, and the key would change the text at the old place.
 */
export function caretBeforeKeys(): Plugin {
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown: (view) => {
          readCaret(view);
          return false;
        },
      },
    },
  });
}

function readCaret(view: EditorView): void {
  const { selection, doc, tr } = view.state;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {};
  const isText = selection instanceof TextSelection && !view.composing;
  if (!isText || !isWithin(view, anchorNode) || !isWithin(view, focusNode)) {
    return;
  }
  const anchor = doc.resolve(view.posAtDOM(anchorNode, anchorOffset ?? 0));
  const head = doc.resolve(view.posAtDOM(focusNode, focusOffset ?? 0));
  const shown = TextSelection.between(anchor, head);
  if (!shown.eq(selection)) {
    view.dispatch(tr.setSelection(shown));
  }
}

/** Whether a node is text of the post, or an element with text of it. */
function isWithin(view: EditorView, node: Node | null | undefined): node is Node {
  const element = node instanceof Element ? node : node?.parentElement;
  const island = element?.closest('[contenteditable]');
  return island === view.dom;
}
