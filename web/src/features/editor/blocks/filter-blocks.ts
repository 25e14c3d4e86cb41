type Named = { label: string; synonyms: readonly string[] };

/** Returns the blocks with a name or a word of it that begins as typed: first those by their label. */
export function filterBlocks<Block extends Named>(
  blocks: readonly Block[],
  query: string,
): Block[] {
  const typed = query.trim().toLowerCase();
  const places = blocks.map((block) => ({ block, place: placeOf(block, typed) }));
  return places
    .filter(({ place }) => place < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.place - b.place)
    .map(({ block }) => block);
}

function placeOf({ label, synonyms }: Named, typed: string): number {
  const name = label.toLowerCase();
  if (name.startsWith(typed)) {
    return 0;
  }
  if (name.split(' ').some((word) => word.startsWith(typed))) {
    return 1;
  }
  // "h2" and "heading2"
  const isSynonym = [name.replaceAll(' ', ''), ...synonyms].some((word) => word.startsWith(typed));
  return isSynonym ? 2 : Number.POSITIVE_INFINITY;
}
