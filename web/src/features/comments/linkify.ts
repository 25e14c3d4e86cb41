/** Finds the web addresses in plain text. Only http and https addresses become links. */

export type Piece = { kind: 'text'; text: string } | { kind: 'link'; text: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/giu;
const SENTENCE_MARKS = new Set(".,;:!?'’”*_~");
/** The opening bracket of each closing one. */
const OPENING = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
]);

export function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = trimPunctuation(match[0]);
    if (URL.canParse(address)) {
      pieces.push(
        { kind: 'text', text: text.slice(end, match.index) },
        { kind: 'link', text: address },
      );
      end = match.index + address.length;
    }
  }
  pieces.push({ kind: 'text', text: text.slice(end) });
  return pieces.filter((piece) => piece.text !== '');
}

/**
 * Removes the punctuation after an address. A closing bracket belongs to the address if it was opened there. Brackets
 * are counted once, so that a comment of brackets takes linear time.
 */
function trimPunctuation(address: string): string {
  const unopened = new Map(
    [...OPENING].map(([close, open]) => [close, countOf(close, address) - countOf(open, address)]),
  );
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    const excess = unopened.get(last) ?? 0;
    if (excess > 0) {
      unopened.set(last, excess - 1);
    } else if (!SENTENCE_MARKS.has(last)) {
      break;
    }
  }
  return address.slice(0, end);
}

function countOf(character: string, text: string): number {
  return text.split(character).length - 1;
}
