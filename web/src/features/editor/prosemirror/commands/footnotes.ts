/** Commands for footnotes: a reference in the text, and its note at the end of the post. */
import type { Node } from 'prosemirror-model';
import { type Command, TextSelection, type Transaction } from 'prosemirror-state';

import { referencesIn } from '../../html/stored-form';
import { text } from '../../schema/attributes';
import { nodes } from '../../schema/schema';

/** Inserts a footnote and puts the caret into its note. */
export const insertFootnote: Command = ({ selection, tr }, dispatch) => {
  const name = unusedName(tr.doc);
  tr.replaceSelectionWith(nodes.footnote_reference.create({ name }), false);
  if (selection.$from.parent.type.spec.code) {
    return false;
  }
  ensureNote(tr, name);
  dispatch?.(moveToNote(tr, name).scrollIntoView());
  return true;
};

/** Adds an empty note for a name, if there is none, in the order of the references. */
export function ensureNote(tr: Transaction, name: string): Transaction {
  const { doc } = tr;
  const last = doc.lastChild;
  const note = nodes.footnote.create({ name }, nodes.paragraph.create());
  if (last?.type !== nodes.footnotes) {
    return tr.insert(doc.content.size, nodes.footnotes.create(null, note));
  }
  if (noteNamed(doc, name) !== null) {
    return tr;
  }
  const order = doc.children.flatMap(referencesIn);
  const place = order.indexOf(name);
  let pos = doc.content.size - last.nodeSize + 1;
  for (const other of last.children) {
    const otherPlace = order.indexOf(text(other.attrs, 'name'));
    if (otherPlace === -1 || otherPlace > place) {
      break;
    }
    pos += other.nodeSize;
  }
  return tr.insert(pos, note);
}

/** Puts the caret at the end of a note. */
export function moveToNote(tr: Transaction, name: string): Transaction {
  const pos = noteNamed(tr.doc, name);
  const note = pos === null ? null : tr.doc.nodeAt(pos);
  return pos === null || !note
    ? tr
    : tr.setSelection(TextSelection.near(tr.doc.resolve(pos + note.nodeSize - 1), -1));
}

/** Returns the position of the note with a name. */
function noteNamed(doc: Node, name: string): number | null {
  let found: number | null = null;
  const last = doc.lastChild;
  if (last?.type === nodes.footnotes) {
    last.forEach((note, offset) => {
      if (text(note.attrs, 'name') === name) {
        found = doc.content.size - last.nodeSize + 1 + offset;
      }
    });
  }
  return found;
}

function unusedName(doc: Node): string {
  const notes = doc.lastChild?.type === nodes.footnotes ? doc.lastChild.children : [];
  const used = new Set([
    ...doc.children.flatMap(referencesIn),
    ...notes.map(({ attrs }) => text(attrs, 'name')),
  ]);
  let number = 1;
  while (used.has(String(number))) {
    number += 1;
  }
  return String(number);
}

/** Returns the notes of pasted blocks under new names, and the blocks with their references changed. */
export function adoptNotes(tr: Transaction, notes: readonly Node[]): Transaction {
  for (const note of notes) {
    const name = text(note.attrs, 'name');
    ensureNote(tr, name);
    const pos = noteNamed(tr.doc, name);
    const present = pos === null ? null : tr.doc.nodeAt(pos);
    if (pos !== null && present?.textContent === '') {
      tr.replaceWith(pos, pos + present.nodeSize, note);
    }
  }
  return tr;
}
