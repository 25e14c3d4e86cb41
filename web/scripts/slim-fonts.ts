/** Cuts the fonts of the bundle down to what the site shows of them. */
import { createHash } from 'node:crypto';

import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const FONT = '.woff2';
/** The stylesheets ask for nothing lighter or bolder. */
const WEIGHTS = { min: 400, max: 700 };
/** Kerning, accents and the forms of languages, `fi`, and figures of one width. Nowhere is `->` to be an arrow. */
const FEATURES = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk', 'tnum'];
/** All characters of the basic plane but the surrogates: a font keeps those that it has. */
const CHARACTERS = charactersBetween(0x20, 0xd7ff) + charactersBetween(0xe000, 0xffff);

const CUT = createHash('sha256')
  .update(JSON.stringify([WEIGHTS, FEATURES]))
  .digest('hex')
  .slice(0, 6);

/** The name of a font tells the whole font and what was kept of it: files of one name never differ. */
export function assetFileNames({ names }: { names: readonly string[] }): string {
  const isFont = names.some((name) => name.endsWith(FONT));
  return isFont ? `assets/[name]-[hash]-${CUT}[extname]` : 'assets/[name]-[hash][extname]';
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
