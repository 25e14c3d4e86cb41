/**
 * Of a long text the stylesheet lays out only what is near the window: a letter typed on a slow device takes half the
 * time. Chromium misplaces the caret and typed letters in a block that it has not laid out, so the blocks around the caret
 * always are, and the keys to both ends of the text are handled here.
 */
import { keymap } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import {
  type Command,
  type EditorState,
  Plugin,
  Selection,
  TextSelection,
} from 'prosemirror-state';
import { Decoration, DecorationSet } from 'prosemirror-view';

/** The size of a long text as ProseMirror counts it: about 3,000 words. */
const LONG_TEXT = 20_000;

export function longText(): Plugin[] {
  return [
    new Plugin({
      props: {
        attributes: ({ doc }): Record<string, string> => (isLong(doc) ? { class: 'is-long' } : {}),
        decorations: (state) => (isLong(state.doc) ? blocksNearCaret(state) : null),
      },
    }),
    keymap(movesTo((doc) => Selection.atStart(doc), ['Ctrl-Home', 'Cmd-ArrowUp'])),
    keymap(movesTo((doc) => Selection.atEnd(doc), ['Ctrl-End', 'Cmd-ArrowDown'])),
  ];
}

/** Returns the keys that move the caret to an end of the text; with Shift they select up to it. */
function movesTo(endOf: (doc: Node) => Selection, keys: string[]): Record<string, Command> {
  const move: Command = ({ doc, tr }, dispatch) => {
    dispatch?.(tr.setSelection(endOf(doc)).scrollIntoView());
    return true;
  };
  const select: Command = ({ doc, selection, tr }, dispatch) => {
    const selected = TextSelection.between(selection.$anchor, endOf(doc).$head);
    dispatch?.(tr.setSelection(selected).scrollIntoView());
    return true;
  };
  return Object.fromEntries(
    keys.flatMap((key) => [
      [key, move],
      [`Shift-${key}`, select],
    ]),
  );
}

function isLong({ content }: Node): boolean {
  return content.size > LONG_TEXT;
}

/** Marks the block with the caret and the ones beside it, to which an arrow key leads. */
function blocksNearCaret({ doc, selection: { $head } }: EditorState): DecorationSet {
  const index = $head.index(0);
  const first = Math.max(0, index - 1);
  let from = $head.posAtIndex(first, 0);
  const near = doc.children.slice(first, index + 2).map((block) => {
    const to = from + block.nodeSize;
    const decoration = Decoration.node(from, to, { class: 'near-caret' });
    from = to;
    return decoration;
  });
  return DecorationSet.create(doc, near);
}
