/** The marked words of a text. */

export type Range = { start: number; end: number };
export type Segment = { text: string; isMarked: boolean };

/** Splits a text at its ranges, which are in UTF-16 units; what lies outside of the text or overlaps is cut. */
export function segmentsOf(text: string, ranges: readonly Range[]): Segment[] {
  const segments: Segment[] = [];
  let position = 0;
  const add = (end: number, isMarked: boolean) => {
    if (end > position) {
      segments.push({ text: text.slice(position, end), isMarked });
      position = end;
    }
  };
  for (const { start, end } of [...ranges].sort((one, other) => one.start - other.start)) {
    add(Math.min(start, text.length), false);
    add(Math.min(end, text.length), true);
  }
  add(text.length, false);
  return segments;
}
