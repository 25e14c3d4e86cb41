declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2';
    /** The range of each axis to keep. */
    variationAxes: Record<string, { min: number; max: number }>;
    /** The OpenType features to keep. */
    keepFeatures: readonly string[];
    noHinting: boolean;
  };

  /** Returns the font reduced to `characters`. */
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: Options,
  ): Promise<Buffer>;
}
