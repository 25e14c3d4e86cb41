/** Markdown within a line: bold, italic, struck, code, formulas, links, pictures, footnotes. */
import { type MarkType, Slice, Fragment } from 'prosemirror-model';
import type { EditorState, Transaction } from 'prosemirror-state';

import { linkFrom, pictureFrom } from '../../html/addresses';
import { marks, nodes, schema } from '../../schema/schema';
import { ensureNote } from '../commands/footnotes';
import { picture } from '../commands/objects';

/** The text of a match and its place in the document. */
type Place = { match: RegExpExecArray; from: number; to: number };
type Apply = (state: EditorState, place: Place) => Transaction | null;
/** `last` is the typed character. */
export type InlineRule = { last: string; pattern: RegExp; apply: Apply };

export const INLINE_RULES: readonly InlineRule[] = [
  wrapped('*', /(?<![*\\])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/u, 2, marks.strong),
  wrapped('_', /(?<![\w\\])__([^_\s](?:[^_]*[^_\s])?)__$/u, 2, marks.strong),
  wrapped('*', /(?<![*\w\\])\*([^*\s](?:[^*]*[^*\s])?)\*$/u, 1, marks.em),
  wrapped('_', /(?<![\w\\])_([^_\s](?:[^_]*[^_\s])?)_$/u, 1, marks.em),
  wrapped('~', /(?<![~\\])~~([^~\s](?:[^~]*[^~\s])?)~~$/u, 2, marks.strike),
  wrapped('`', /(?<![`\\])`([^`]+)`$/u, 1, marks.code),
  wrapped('$', /(?<![$\w\\])\$([^$\s](?:[^$]*[^$\s])?)\$$/u, 1, marks.math),
  { last: ')', pattern: /!\[([^\]]*)\]\(([^\s)]+)\)$/u, apply: toPicture },
  { last: ')', pattern: /(?<!!)\[([^\]]+)\]\(([^\s)]+)\)$/u, apply: toLink },
  { last: ']', pattern: /(?<=.)\[\^([\w-]{1,40})\]$/u, apply: toReference },
  { last: ' ', pattern: /(?<=^|\s)(https?:\/\/[^\s<>]*[^\s<>.,:;!?)"'\]]) $/u, apply: toAutolink },
];

/** A rule for words between delimiters of `length` characters. */
function wrapped(last: string, pattern: RegExp, length: number, type: MarkType): InlineRule {
  return {
    last,
    pattern,
    apply: (state, { from, to }) => {
      const { tr } = state;
      tr.delete(to - length, to).delete(from, from + length);
      const end = to - 2 * length;
      if (type.spec.code) {
        // Code holds text alone, without other formats.
        tr.replaceWith(from, end, schema.text(tr.doc.textBetween(from, end, '', '')));
      }
      return tr.addMark(from, end, type.create()).removeStoredMark(type);
    },
  };
}

function toLink(state: EditorState, { match, from, to }: Place): Transaction | null {
  const [, words = '', address = ''] = match;
  const href = linkFrom(address);
  if (href === null) {
    return null;
  }
  const { tr } = state;
  tr.delete(from + 1 + words.length, to).delete(from, from + 1);
  return tr
    .addMark(from, from + words.length, marks.link.create({ href }))
    .removeStoredMark(marks.link);
}

function toPicture(state: EditorState, { match, from, to }: Place): Transaction | null {
  const [, alt = '', address = ''] = match;
  const src = pictureFrom(address);
  const { $from } = state.selection;
  if (src === null) {
    return null;
  }
  const isWholeLine = from === $from.start() && to === $from.end();
  if (!isWholeLine || $from.parent.type !== nodes.paragraph) {
    return state.tr.replaceWith(from, to, nodes.image.create({ src, alt }));
  }
  const blocks = Fragment.from([picture(src, alt), nodes.paragraph.create()]);
  const { tr } = state;
  return tr.replace($from.before(), $from.after(), new Slice(blocks, 0, 0));
}

function toReference(state: EditorState, { match, from, to }: Place): Transaction | null {
  const name = match[1] ?? '';
  const tr = state.tr.replaceWith(from, to, nodes.footnote_reference.create({ name }));
  return ensureNote(tr, name);
}

function toAutolink(state: EditorState, { match, from }: Place): Transaction | null {
  const href = match[1] ?? '';
  const to = from + href.length;
  return state.doc.rangeHasMark(from, to, marks.link)
    ? null
    : state.tr.addMark(from, to, marks.link.create({ href })).removeStoredMark(marks.link);
}
