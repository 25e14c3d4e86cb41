// Fails the build when the first article of a visit exceeds its size limits, or the bundle loads from another origin.
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { foreignLoads } from './foreign-loads.mjs';

const folder = process.env.BLOG_APP_WEB_OUT ?? 'dist';

/** Includes syntax highlighting. */
const SCRIPT_BYTES_MAX = 140_000;
const FONT_BYTES_MAX = 120_000;

const ARTICLE = ['index.html', 'src/app/routes/reader/post.tsx'];
/** The highlighter with JavaScript, JSX, TypeScript, JSON and a shell: no post of 300 real ones loads more. */
const HIGHLIGHTING = [
  'src/shared/rich-text/highlighter.ts',
  ...['bash', 'javascript', 'json', 'typescript', 'xml'].map(
    (grammar) => `node_modules/highlight.js/es/languages/${grammar}.js`,
  ),
];
/** The fonts of an article in Latin script with bold and italic text and code. */
const FONTS = [
  'inter/files/inter-latin-wght-normal',
  'source-serif-4/files/source-serif-4-latin-wght-normal',
  'source-serif-4/files/source-serif-4-latin-wght-italic',
  'jetbrains-mono/files/jetbrains-mono-latin-wght-normal',
].map((name) => `node_modules/@fontsource-variable/${name}.woff2`);

const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));

const article = withImports(ARTICLE);
const highlighted = withImports([...ARTICLE, ...HIGHLIGHTING]);
const rows = [
  ['JavaScript of an article', await transferSize(filesOf(article)), undefined],
  ['  with highlighted code', await transferSize(filesOf(highlighted)), SCRIPT_BYTES_MAX],
  ['Fonts of an article', await transferSize(FONTS.map(fileOf)), FONT_BYTES_MAX],
  ['Stylesheets of an article', await transferSize(stylesOf(highlighted)), undefined],
];
for (const [name, bytes, max] of rows) {
  const limit = max === undefined ? '' : `of ${kilobytes(max)}`;
  console.log(`${name.padEnd(26)} ${kilobytes(bytes).padStart(9)} ${limit}`);
}

const errors = [
  ...rows
    .filter(([, bytes, max]) => bytes > (max ?? Infinity))
    .map(([name, bytes, max]) => `${name.trim()}: ${bytes - max} bytes over the limit`),
  ...(await loadsFromOtherOrigins()),
];
errors.forEach((error) => console.error(error));
process.exitCode = errors.length > 0 ? 1 : 0;

/** Returns the chunks of the sources with their static imports, recursively. */
function withImports(sources) {
  const chunks = new Set();
  const pending = [...sources];
  for (let source = pending.pop(); source !== undefined; source = pending.pop()) {
    const chunk = chunkOf(source);
    if (!chunks.has(chunk)) {
      chunks.add(chunk);
      pending.push(...(chunk.imports ?? []));
    }
  }
  return [...chunks];
}

function chunkOf(source) {
  const chunk = manifest[source];
  if (!chunk) {
    throw new Error(`The bundle has no ${source}: update scripts/check-size.mjs`);
  }
  return chunk;
}

function fileOf(source) {
  return chunkOf(source).file;
}

function filesOf(chunks) {
  return chunks.map(({ file }) => file);
}

function stylesOf(chunks) {
  return [...new Set(chunks.flatMap(({ css }) => css ?? []))];
}

/** Returns the transferred bytes: brotli where there is a compressed file. */
async function transferSize(files) {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const plain = join(folder, file);
      const { size } = await stat(`${plain}.br`).catch(() => stat(plain));
      return size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function loadsFromOtherOrigins() {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    names
      .filter((name) => /\.(js|css|html)$/.test(name))
      .map(async (name) =>
        foreignLoads(name, await readFile(join(folder, name), 'utf8')).map(
          (load) => `${name} loads from another origin: ${load}`,
        ),
      ),
  );
  return found.flat();
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
