declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2';
    /** The part of each axis that stays. */
    variationAxes: Record<string, { min: number; max: number }>;
    /** The OpenType features that stay. */
    keepFeatures: readonly string[];
    noHinting: boolean;
  };

  /** The font with what it has of `characters`. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: Options,
  ): Promise<Buffer>;
}
