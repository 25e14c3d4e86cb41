/** Subsets the fonts of the bundle to the weights, features and characters that the site uses. */
import { createHash } from 'node:crypto';

import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const FONT = '.woff2';
/** The range of weights in the stylesheets. */
const WEIGHTS = { min: 400, max: 700 };
/** Kerning, accents, localized forms, `fi` and tabular figures. Without contextual alternates `->` is no arrow. */
const FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'];
/** All characters of the basic plane except surrogates: a font keeps those that it has. */
const CHARACTERS = charactersBetween(0x20, 0xd7ff) + charactersBetween(0xe000, 0xffff);

const SUBSET_HASH = createHash('sha256')
  .update(JSON.stringify([WEIGHTS, FEATURES]))
  .digest('hex')
  .slice(0, 6);

/** Returns the file name pattern of an asset; a font's name includes a hash of the subset options. */
export function assetFileNames({ names }: { names: readonly string[] }): string {
  const isFont = names.some((name) => name.endsWith(FONT));
  return isFont ? `assets/[name]-[hash]-${SUBSET_HASH}[extname]` : 'assets/[name]-[hash][extname]';
}

export function slimFonts(): Plugin {
  return {
    name: 'slim-fonts',
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith(FONT)) {
          file.source = await subsetFont(Buffer.from(file.source), CHARACTERS, {
            targetFormat: 'woff2',
            variationAxes: { wght: WEIGHTS },
            keepFeatures: FEATURES,
            noHinting: true,
          });
        }
      }
    },
  };
}

function charactersBetween(first: number, last: number): string {
  return Array.from({ length: last - first + 1 }, (_, index) =>
    String.fromCodePoint(first + index),
  ).join('');
}
