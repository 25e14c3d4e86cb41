/**
 * Markdown as people type it. The typed character is inserted first and the shortcut applied after it, so that one undo
 * brings back exactly what was typed. Code has no shortcuts.
 */
import { closeHistory, undo } from 'prosemirror-history';
import {
  type EditorState,
  Plugin,
  PluginKey,
  TextSelection,
  type Transaction,
} from 'prosemirror-state';

import { marks } from '../../schema/schema';
import { BLOCK_RULES, ENTER_RULES } from './markdown-blocks';
import { INLINE_RULES } from './markdown-inline';

/** The most characters before the caret that a rule reads. */
const REACH = 1_000;
const LAST_CHARACTERS = new Set(INLINE_RULES.map(({ last }) => last));

/** Tells what a change is. */
type Change = { typed: string } | { isShortcut: true };

/** Whether the last change was a shortcut. */
const key = new PluginKey<boolean>('markdown');

export function markdown(): Plugin<boolean> {
  return new Plugin<boolean>({
    key,
    state: {
      init: () => false,
      apply: (tr, wasShortcut) => {
        const change = changeOf(tr);
        const isSame = !tr.docChanged && !tr.selectionSet;
        const isPartOfIt = tr.getMeta('appendedTransaction') !== undefined || isSame;
        return change ? 'isShortcut' in change : wasShortcut && isPartOfIt;
      },
    },
    props: {
      // A character that may end a shortcut is not inserted by the browser: the text is laid out once instead of twice.
      handleKeyPress: (view, event) => {
        const { selection } = view.state;
        const isCaret = selection instanceof TextSelection && selection.empty;
        const isCommand = (event.ctrlKey && !event.altKey) || event.metaKey;
        const isOurs = isCaret && !isCommand && !view.composing && LAST_CHARACTERS.has(event.key);
        if (isOurs) {
          view.dispatch(insertion(view.state, selection.from, selection.to, event.key));
        }
        return isOurs;
      },
      handleTextInput: (view, from, to, text) => {
        const isOurs = text.length === 1 && !view.composing;
        if (isOurs) {
          view.dispatch(insertion(view.state, from, to, text));
        }
        return isOurs;
      },
      handleKeyDown: (view, event) => {
        const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
        if (event.key === 'Enter' && isPlain && !view.composing) {
          const tr = shortcutForEnter(view.state);
          if (tr) {
            view.dispatch(asShortcut(tr));
          }
          return tr !== null;
        }
        if (event.key === 'Backspace' && isPlain && key.getState(view.state) === true) {
          return undo(view.state, view.dispatch);
        }
        return false;
      },
    },
    appendTransaction: (transactions, _before, state) => {
      const [change] = transactions.flatMap((tr) => changeOf(tr) ?? []);
      const tr = change && 'typed' in change ? shortcutFor(state, change.typed) : null;
      return tr && asShortcut(tr);
    },
  });
}

function insertion(state: EditorState, from: number, to: number, typed: string): Transaction {
  const tr = state.tr.insertText(typed, from, to);
  // The state may not know yet that the caret was moved here.
  tr.setSelection(TextSelection.create(tr.doc, from + typed.length));
  tr.setMeta(key, { typed } satisfies Change).scrollIntoView();
  // What is typed after a shortcut is another step.
  return key.getState(state) === true ? closeHistory(tr) : tr;
}

function asShortcut(tr: Transaction): Transaction {
  return closeHistory(tr.setMeta(key, { isShortcut: true } satisfies Change).scrollIntoView());
}

function changeOf(tr: Transaction): Change | undefined {
  return tr.getMeta(key) as Change | undefined;
}

function isInCode({ selection: { $from }, storedMarks }: EditorState): boolean {
  const active = storedMarks ?? $from.marks();
  return Boolean($from.parent.type.spec.code) || active.some(({ type }) => type.spec.code);
}

function shortcutFor(state: EditorState, typed: string): Transaction | null {
  const { $from, empty } = state.selection;
  if (!empty || isInCode(state)) {
    return null;
  }
  const line = textBefore(state);
  for (const { pattern, apply } of BLOCK_RULES) {
    const match = pattern.exec(line);
    const tr = match && apply(state, match);
    if (tr) {
      return tr;
    }
  }
  for (const { last, pattern, apply } of INLINE_RULES) {
    const match = last === typed ? pattern.exec(line) : null;
    const from = match && $from.pos - line.length + match.index;
    if (match && from !== null && !hasCode(state, from, $from.pos)) {
      const tr = apply(state, { match, from, to: $from.pos });
      if (tr) {
        return tr;
      }
    }
  }
  return null;
}

function shortcutForEnter(state: EditorState): Transaction | null {
  const { $from, empty } = state.selection;
  const line = $from.parent.textContent;
  if (!empty || isInCode(state) || $from.parentOffset !== $from.parent.content.size) {
    return null;
  }
  for (const { pattern, apply } of ENTER_RULES) {
    const match = pattern.exec(line);
    const tr = match && apply(state, match);
    if (tr) {
      return tr;
    }
  }
  return null;
}

/** Returns the text of the line up to the caret, with one character for each object. */
function textBefore({ selection: { $from } }: EditorState): string {
  const start = Math.max(0, $from.parentOffset - REACH);
  return $from.parent.textBetween(start, $from.parentOffset, undefined, '\uFFFC');
}

function hasCode(state: EditorState, from: number, to: number): boolean {
  return [marks.code, marks.math].some((type) => state.doc.rangeHasMark(from, to, type));
}
