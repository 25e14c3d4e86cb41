// Writes the br and gzip forms of every text file of the bundle beside it, so that the server never compresses.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = process.env.BLOG_APP_WEB_OUT ?? 'dist';
const TEXT = /\.(js|css|html|svg|json|txt)$/;
const WORTH_IT = 0.9;

const files = await readdir(folder, { recursive: true });
await Promise.all(
  files.filter((name) => TEXT.test(name)).map((name) => compress(join(folder, name))),
);

async function compress(file) {
  const plain = await readFile(file);
  const forms = {
    br: await promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
    }),
    gz: await promisify(gzip)(plain, { level: 9 }),
  };
  for (const [suffix, form] of Object.entries(forms)) {
    if (form.length < plain.length * WORTH_IT) {
      await writeFile(`${file}.${suffix}`, form);
    }
  }
}
