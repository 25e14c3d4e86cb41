/** The reading time of the server (content/excerpt.rs): a minute for each 1,000 characters of HTML (product.md §9). */
const CHARACTERS_PER_MINUTE = 1_000;

/** An embedded picture, which saving replaces by an address. */
const EMBEDDED = /\bsrc="data:[^"]*"/gu;
const STORED = `src="/media/${'0'.repeat(64)}.webp"`;

/** Returns the minutes that readers will see. */
export function readMinutes(html: string): number {
  // Characters, not UTF-16 units, as the server counts them.
  const characters = Array.from(html.replaceAll(EMBEDDED, STORED)).length;
  return Math.ceil(characters / CHARACTERS_PER_MINUTE);
}
