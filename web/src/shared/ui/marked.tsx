import type { ReactNode } from 'react';

type Props = {
  text: string;
  /** Pairs of a start and a length, ascending, as the server counts: in UTF-16 code units. */
  ranges: readonly (readonly number[])[];
};

/** A text in which the places are marked at which a search points. The server renders the same. */
export function Marked({ text, ranges }: Props) {
  const pieces: ReactNode[] = [];
  let position = 0;
  for (const [start = 0, length = 0] of ranges) {
    pieces.push(
      text.slice(position, start),
      <mark key={start}>{text.slice(start, start + length)}</mark>,
    );
    position = start + length;
  }
  return [...pieces, text.slice(position)];
}
