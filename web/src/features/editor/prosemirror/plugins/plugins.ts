import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import type { Plugin } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';

import { caretBeforeKeys } from './caret';
import { type ClipboardOptions, clipboard } from './clipboard';
import { keys } from './keys';
import { longText } from './long-text';
import { markdown } from './markdown';
import { slash } from './slash';
import { lastLine, textClass } from './text-end';

/** Changes within a second are one step. */
const HISTORY = { newGroupDelay: 1000, depth: 100 };

type Handlers = {
  paste: ClipboardOptions;
  onLinkRequested: () => void;
  onSlashKey: (event: KeyboardEvent) => boolean;
};

/** Returns what the editor is made of; a key goes to the first plugin that uses it. */
export function editorPlugins({ paste, onLinkRequested, onSlashKey }: Handlers): Plugin[] {
  return [
    caretBeforeKeys(),
    slash(onSlashKey),
    markdown(),
    clipboard(paste),
    ...keys(onLinkRequested),
    ...longText(),
    history(HISTORY),
    tableEditing(),
    dropCursor({ color: false, class: 'drop-line' }),
    gapCursor(),
    lastLine(),
    textClass(),
  ];
}
