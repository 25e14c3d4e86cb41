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
import type { EditorView } from 'prosemirror-view';

import { marks } from '../../schema/schema';
import { BLOCK_RULES, ENTER_RULES } from './markdown-blocks';
import { INLINE_RULES } from './markdown-inline';

/** The most characters before the caret that a rule reads. */
const REACH = 1_000;

/** Whether the last change was a shortcut. */
const key = new PluginKey<boolean>('markdown');

export function markdown(): Plugin<boolean> {
  return new Plugin<boolean>({
    key,
    state: {
      init: () => false,
      apply: (tr, wasShortcut) =>
        tr.getMeta(key) === true || (wasShortcut && !tr.docChanged && !tr.selectionSet),
    },
    props: {
      handleTextInput: (view, from, to, text) => {
        if (view.composing || text.length !== 1) {
          return false;
        }
        const tr = view.state.tr.insertText(text, from, to);
        // The state may not know yet that the caret was moved here.
        const caret = TextSelection.create(tr.doc, from + text.length);
        view.dispatch(tr.setSelection(caret).scrollIntoView());
        applyShortcut(view, shortcutFor(view.state, text));
        return true;
      },
      handleKeyDown: (view, event) => {
        const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
        if (event.key === 'Enter' && isPlain && !view.composing) {
          return applyShortcut(view, shortcutForEnter(view.state));
        }
        if (event.key === 'Backspace' && isPlain && key.getState(view.state) === true) {
          return undo(view.state, view.dispatch);
        }
        return false;
      },
    },
  });
}

function applyShortcut(view: EditorView, tr: Transaction | null): boolean {
  if (!tr) {
    return false;
  }
  view.dispatch(closeHistory(tr).setMeta(key, true).scrollIntoView());
  // What is typed next is another step.
  view.dispatch(closeHistory(view.state.tr).setMeta(key, true));
  return true;
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
