// Fails the build when the first article that a reader opens costs more than it may, or asks another site for anything.
import { readFile, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { foreignLoads } from './foreign-loads.mjs';

const folder = process.env.BLOG_APP_WEB_OUT ?? 'dist';

/** With the colouring of code. */
const SCRIPT_BYTES_MAX = 140_000;
const FONT_BYTES_MAX = 120_000;

const ARTICLE = ['index.html', 'src/app/routes/reader/blog.tsx'];
/** What colours the code of a page with JavaScript, JSX, TypeScript, JSON and a shell: of 300 real posts none loads more. */
const HIGHLIGHTING = [
  'src/shared/rich-text/highlighter.ts',
  ...['bash', 'javascript', 'json', 'typescript', 'xml'].map(
    (grammar) => `node_modules/highlight.js/es/languages/${grammar}.js`,
  ),
];
/** The fonts of an article in a western language that has bold and slanted words, and code. */
const FONTS = [
  'inter/files/inter-latin-wght-normal',
  'source-serif-4/files/source-serif-4-latin-wght-normal',
  'source-serif-4/files/source-serif-4-latin-wght-italic',
  'jetbrains-mono/files/jetbrains-mono-latin-wght-normal',
].map((name) => `node_modules/@fontsource-variable/${name}.woff2`);

const manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'));

const article = withImports(ARTICLE);
const coloured = withImports([...ARTICLE, ...HIGHLIGHTING]);
const rows = [
  ['JavaScript of an article', await sent(filesOf(article)), undefined],
  ['  with highlighted code', await sent(filesOf(coloured)), SCRIPT_BYTES_MAX],
  ['Fonts of an article', await sent(FONTS.map(fileOf)), FONT_BYTES_MAX],
  ['Stylesheets of an article', await sent(stylesOf(coloured)), undefined],
];
for (const [name, bytes, most] of rows) {
  const limit = most === undefined ? '' : `of ${kilobytes(most)}`;
  console.log(`${name.padEnd(26)} ${kilobytes(bytes).padStart(9)} ${limit}`);
}

const faults = [
  ...rows
    .filter(([, bytes, most]) => bytes > (most ?? Infinity))
    .map(([name, bytes, most]) => `${name.trim()}: ${bytes - most} bytes too many`),
  ...(await loadsFromElsewhere()),
];
faults.forEach((fault) => console.error(fault));
process.exitCode = faults.length > 0 ? 1 : 0;

/** The chunks of these sources and all that they import at once. */
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
    throw new Error(`The bundle has no ${source}: scripts/check-size.mjs names what is gone`);
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

/** The bytes that go over the wire to a browser of today. */
async function sent(files) {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const plain = join(folder, file);
      const { size } = await stat(`${plain}.br`).catch(() => stat(plain));
      return size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function loadsFromElsewhere() {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    names
      .filter((name) => /\.(js|css|html)$/.test(name))
      .map(async (name) =>
        foreignLoads(name, await readFile(join(folder, name), 'utf8')).map(
          (load) => `${name} loads from elsewhere: ${load}`,
        ),
      ),
  );
  return found.flat();
}

function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
