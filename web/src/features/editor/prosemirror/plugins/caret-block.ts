import { type EditorState, Plugin } from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

/**
 * Marks the block with the caret, which the stylesheet has laid out in every case: Chromium misplaces letters that are
 * typed into a block it has not laid out yet.
 */
export function caretBlock(): Plugin {
  return new Plugin({ props: { decorations: markedBlock } });
}

function markedBlock({ doc, selection: { $head } }: EditorState): DecorationSet | null {
  if ($head.depth === 0) {
    return null;
  }
  const block = Decoration.node($head.before(1), $head.after(1), { class: 'has-caret' });
  return DecorationSet.create(doc, [block]);
}
