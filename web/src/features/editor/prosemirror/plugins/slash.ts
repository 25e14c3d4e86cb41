/** The menu of blocks that opens with a slash at the start of a line. The page draws it and reads its keys. */
import { type EditorState, Plugin, PluginKey } from 'prosemirror-state';

import { nodes } from '../../schema/schema';

/** What was typed after the slash, and the position of the slash. */
export type Slash = { query: string; from: number };

type SlashState = {
  open: Slash | null;
  /** The position of a slash whose menu was closed. */ closed: number | null;
};

const key = new PluginKey<SlashState>('slash');
const CLOSE = 'close';

/** `onKey` returns whether the menu used the key. */
export function slash(onKey: (event: KeyboardEvent) => boolean): Plugin<SlashState> {
  return new Plugin<SlashState>({
    key,
    state: {
      init: () => ({ open: null, closed: null }),
      apply: (tr, { open, closed }, _before, state) => {
        const found = findSlash(state);
        if (!found) {
          return { open: null, closed: null };
        }
        const isClosed = tr.getMeta(key) === CLOSE || closed === found.from;
        const isTyped = tr.docChanged || open !== null;
        return {
          open: isTyped && !isClosed ? found : null,
          closed: isClosed ? found.from : null,
        };
      },
    },
    props: {
      handleKeyDown: (view, event) => openSlash(view.state) !== null && onKey(event),
    },
  });
}

export function openSlash(state: EditorState): Slash | null {
  return key.getState(state)?.open ?? null;
}

/** Returns a transaction that closes the menu and keeps what was typed. */
export function closeSlash(state: EditorState) {
  return state.tr.setMeta(key, CLOSE);
}

function findSlash({ selection: { $from, empty } }: EditorState): Slash | null {
  if (!empty || $from.parent.type !== nodes.paragraph) {
    return null;
  }
  const line = $from.parent.textBetween(0, $from.parentOffset, undefined, '\uFFFC');
  const query = /^\/([\p{L}\d ]{0,20})$/u.exec(line)?.[1];
  return query === undefined ? null : { query, from: $from.start() };
}
