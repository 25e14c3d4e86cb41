/** Commands for footnotes: a reference in the text, and its note at the end of the post. */
import { Fragment, type Node } from 'prosemirror-model';
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

/** Adds a note for a name, if there is none, in the order of the references. */
export function ensureNote(
  tr: Transaction,
  name: string,
  note = nodes.footnote.create({ name }, nodes.paragraph.create()),
): Transaction {
  const { doc } = tr;
  const last = doc.lastChild;
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

function unusedName(doc: Node, taken: ReadonlySet<string> = namesIn(doc)): string {
  let number = 1;
  while (taken.has(String(number))) {
    number += 1;
  }
  return String(number);
}

/** Returns the names of the references and of the notes. */
function namesIn(doc: Node): Set<string> {
  const notes = doc.lastChild?.type === nodes.footnotes ? doc.lastChild.children : [];
  return new Set([
    ...doc.children.flatMap(referencesIn),
    ...notes.map(({ attrs }) => text(attrs, 'name')),
  ]);
}

/** Gives the footnotes of pasted text names that the post does not use yet. */
export function withUnusedNames(content: Fragment, doc: Node): Fragment {
  const taken = namesIn(doc);
  const names = new Map<string, string>();
  for (const { attrs } of content.lastChild?.children ?? []) {
    const name = text(attrs, 'name');
    const unused = taken.has(name) ? unusedName(doc, taken) : name;
    names.set(name, unused);
    taken.add(unused);
  }
  return renamed(content, names);
}

function renamed(content: Fragment, names: ReadonlyMap<string, string>): Fragment {
  const changed = content.content.map((node) => {
    const inner = renamed(node.content, names);
    const name = names.get(text(node.attrs, 'name'));
    const isNamed = node.type === nodes.footnote || node.type === nodes.footnote_reference;
    return isNamed && name !== undefined
      ? node.type.create({ ...node.attrs, name }, inner, node.marks)
      : node.copy(inner);
  });
  return Fragment.fromArray(changed);
}

/** Adds the notes that the text refers to and that are not there: those given, or else empty ones. */
export function addMissingNotes(tr: Transaction, given: readonly Node[] = []): Transaction {
  for (const name of new Set(tr.doc.children.flatMap(referencesIn))) {
    const note = given.find(({ attrs }) => text(attrs, 'name') === name);
    if (noteNamed(tr.doc, name) === null) {
      ensureNote(tr, name, note);
    }
  }
  return tr;
}
