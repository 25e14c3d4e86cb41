/** Finds the web addresses in plain text. Only http and https: nothing else becomes a link. */

export type Piece = { kind: 'text'; text: string } | { kind: 'link'; text: string };

const ADDRESS = /\bhttps?:\/\/[^\s<>"]+/giu;
const SENTENCE_MARKS = /[.,;:!?'’”*_~]+$/u;
const PAIRS = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const;

export function linkify(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = withoutWhatFollows(match[0]);
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

/** Marks of the sentence around an address are not of it; a bracket is, when it was opened in it. */
function withoutWhatFollows(address: string): string {
  const trimmed = address.replace(SENTENCE_MARKS, '');
  const unpaired = PAIRS.find(
    ([open, close]) => trimmed.endsWith(close) && countOf(close, trimmed) > countOf(open, trimmed),
  );
  if (unpaired) {
    return withoutWhatFollows(trimmed.slice(0, -1));
  }
  return trimmed;
}

function countOf(character: string, text: string): number {
  return text.split(character).length - 1;
}
