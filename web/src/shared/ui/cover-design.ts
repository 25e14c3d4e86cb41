/** The generated cover of a post without a picture, on a plane of 160 × 90. */

const HUES = [264, 230, 195, 160, 300, 340, 25, 60] as const;

export type CoverDesign = {
  /** In degrees. */
  hue: number;
  /** In degrees, around the centre. */
  turn: number;
  large: { x: number; y: number; radius: number };
  small: { x: number; y: number; radius: number };
  /** From the left edge to the right. */
  line: { left: number; right: number };
  /** Of the first two words. */
  initials: string;
};

/** Returns the design for a title: deterministic, and the same as the server's. */
export function coverDesign(title: string): CoverDesign {
  const seed = seedOf(title);
  return {
    hue: HUES[seed % HUES.length] ?? HUES[0],
    turn: ((seed >> 4) % 4) * 90,
    large: { x: 30 + (seed % 60), y: 78, radius: 28 + (seed % 23) },
    small: { x: 110 + (seed % 30), y: 12 + (seed % 17), radius: 14 + (seed % 13) },
    line: { left: 20 + (seed % 30), right: 60 + (seed % 40) },
    initials: initials(title),
  };
}

function seedOf(text: string): number {
  let seed = 7;
  for (const character of text) {
    seed = (seed * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  }
  return seed >>> 3;
}

function initials(title: string): string {
  const words = title.split(/\s+/).filter((word) => /^[\p{L}\p{N}]/u.test(word));
  return words
    .slice(0, 2)
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0).toUpperCase())
    .join('');
}
