// Writes br and gzip copies beside every text file of the bundle, so that the server never compresses them.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = process.env.BLOG_APP_WEB_OUT ?? 'dist';
const TEXT = /\.(js|css|html|svg|json|txt)$/;
const MAX_RATIO = 0.9;

const files = await readdir(folder, { recursive: true });
await Promise.all(
  files.filter((name) => TEXT.test(name)).map((name) => compress(join(folder, name))),
);

async function compress(file) {
  const plain = await readFile(file);
  const encodings = {
    br: await promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    gz: await promisify(gzip)(plain, { level: 9 }),
  };
  for (const [suffix, compressed] of Object.entries(encodings)) {
    if (compressed.length < plain.length * MAX_RATIO) {
      await writeFile(`${file}.${suffix}`, compressed);
    }
  }
}
