/** A line to write on below the last block, and the hint in an empty text. */
import { type EditorState, Plugin } from 'prosemirror-state';

import { nodes } from '../../schema/schema';

/** Adds an empty paragraph after a last block of another kind, and before the footnotes. */
export function lastLine(): Plugin {
  return new Plugin({
    appendTransaction: (transactions, _before, state) =>
      transactions.some(({ docChanged }) => docChanged) ? withLastLine(state) : null,
  });
}

/** Returns a transaction that adds the line; null if it is there. */
export function withLastLine(state: EditorState) {
  const { doc, tr } = state;
  const hasNotes = doc.lastChild?.type === nodes.footnotes;
  const last = hasNotes ? doc.maybeChild(doc.childCount - 2) : doc.lastChild;
  const end = doc.content.size - (hasNotes ? doc.lastChild.nodeSize : 0);
  return last?.type === nodes.paragraph
    ? null
    : tr.insert(end, nodes.paragraph.create()).setMeta('addToHistory', false);
}

/** The class of an article's text; an empty one is marked for the stylesheet, which shows the hint. */
export function textClass(): Plugin {
  return new Plugin({
    props: {
      attributes: ({ doc }) => {
        const isEmpty =
          doc.childCount === 1 &&
          doc.firstChild?.type === nodes.paragraph &&
          doc.firstChild.content.size === 0;
        return { class: isEmpty ? 'rich-text is-empty' : 'rich-text' };
      },
    },
  });
}
