/** Commands for the formats of words, and for links. */
import { toggleMark } from 'prosemirror-commands';
import type { Mark, MarkType } from 'prosemirror-model';
import type { Command, EditorState } from 'prosemirror-state';

import { text } from '../../schema/attributes';
import { marks, schema } from '../../schema/schema';

/** Gives the selected words a format, or removes it; at a caret, for the words typed next. */
export function setFormat(type: MarkType, isOn: boolean): Command {
  return (state, dispatch) => {
    const { from, to, empty } = state.selection;
    const has = empty
      ? type.isInSet(state.storedMarks ?? state.selection.$from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, type);
    if (isOn === has && (empty || !isOn)) {
      return false;
    }
    return toggleMark(type, null, { removeWhenPresent: !isOn })(state, dispatch);
  };
}

/** Gives the selected words a font, size or colour; an empty value removes it. */
export function setValue(type: MarkType, value: string): Command {
  return ({ selection: { from, to, empty }, tr }, dispatch) => {
    if (empty) {
      tr.removeStoredMark(type);
      if (value !== '') {
        tr.addStoredMark(type.create({ value }));
      }
    } else {
      tr.removeMark(from, to, type);
      if (value !== '') {
        tr.addMark(from, to, type.create({ value }));
      }
    }
    dispatch?.(tr);
    return true;
  };
}

export type Range = { from: number; to: number };

/** Returns the selection; the range of the link at the caret if it is empty. */
export function linkRange({ selection: { from, to, empty, $from } }: EditorState): Range {
  const mark =
    empty &&
    (marks.link.isInSet($from.nodeAfter?.marks ?? []) ??
      marks.link.isInSet($from.nodeBefore?.marks ?? []));
  return mark
    ? markRange($from.parent.children, $from.parentOffset, $from.start(), mark)
    : { from, to };
}

/** Returns the words around an offset that have a mark. */
function markRange(
  words: EditorState['doc']['children'],
  offset: number,
  start: number,
  mark: Mark,
): Range {
  let [from, to, position] = [offset, offset, 0];
  let isOpen = false;
  for (const word of words) {
    const end = position + word.nodeSize;
    if (mark.isInSet(word.marks)) {
      from = isOpen ? from : position;
      isOpen = true;
      to = end;
    } else {
      if (isOpen && to >= offset) {
        break;
      }
      isOpen = false;
    }
    position = end;
  }
  return { from: start + from, to: start + to };
}

/** Returns the link at the caret or of the selection; empty if there is none. */
export function linkAddress(state: EditorState): string {
  const { from, to } = linkRange(state);
  let address = '';
  state.doc.nodesBetween(from, to, (node) => {
    const mark = marks.link.isInSet(node.marks);
    address = address || (mark ? text(mark.attrs, 'href') : '');
    return address === '';
  });
  return address;
}

/** Links the selected words or changes the link at the caret; inserts `label` if there are none. */
export function setLink(href: string, label: string): Command {
  return (state, dispatch) => {
    const { from, to } = linkRange(state);
    const link = marks.link.create({ href });
    const { tr } = state;
    if (from === to) {
      const shown = label.trim() === '' ? href : label;
      tr.insert(from, schema.text(shown, [...state.selection.$from.marks(), link]));
    } else {
      tr.removeMark(from, to, marks.link).addMark(from, to, link);
    }
    tr.removeStoredMark(marks.link);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

export const removeLink: Command = (state, dispatch) => {
  const { from, to } = linkRange(state);
  dispatch?.(state.tr.removeMark(from, to, marks.link));
  return true;
};

/** Switches a format of the selected words on or off. Code and formulas hold text alone. */
export function toggleFormat(type: MarkType): Command {
  return toggleMark(type, null, { removeWhenPresent: false });
}
