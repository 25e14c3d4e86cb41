/** The rows of a comparison, in which long runs of equal blocks are folded. */

/** The equal blocks that stay before and after a difference. */
const CONTEXT = 1;
/** Fewer are not worth a fold. */
const FOLD_MIN = 3;

export type Row<Block> =
  { kind: 'block'; block: Block; index: number } | { kind: 'fold'; start: number; count: number };

/** Returns the rows; `unfolded` holds the starts of the folds that were opened. */
export function foldedRows<Block extends { change: string }>(
  blocks: readonly Block[],
  unfolded: ReadonlySet<number>,
): Row<Block>[] {
  const isNear = (index: number) =>
    blocks
      .slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1)
      .some(({ change }) => change !== 'same');
  const rows: Row<Block>[] = [];
  let index = 0;
  while (index < blocks.length) {
    const start = index;
    while (index < blocks.length && !isNear(index)) {
      index += 1;
    }
    const count = index - start;
    if (count >= FOLD_MIN && !unfolded.has(start)) {
      rows.push({ kind: 'fold', start, count });
    } else {
      index = start + Math.max(count, 1);
      blocks.slice(start, index).forEach((block, offset) => {
        rows.push({ kind: 'block', block, index: start + offset });
      });
    }
  }
  return rows;
}
