/** Builds a next version of the program, for tests in which it replaces the running one. */
import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export type NextVersion = { program: string; remove: () => void };

const END_OF_NAME = /.{8}(?=\.\w+$)/u;
const TEXT = /\.(?:js|css|html|json)$/u;
const COMPRESSED = /\.(?:br|gz)$/u;
/** As long as `dist`: the replacement in the binary must not change its length. */
const FOLDER_LENGTH = 'dist'.length;

/**
 * Creates a copy of `program` that differs as the next release does for an open page: every hashed file of the client
 * has another name. A debug build reads the client from the folder to which it was built; the copy reads another one.
 */
export function makeNextVersion(program: string): NextVersion {
  const binary = readFileSync(program);
  const client = clientOf(program, binary);
  const nextClient = join(dirname(client), randomUUID().slice(0, FOLDER_LENGTH));
  renameClient(client, nextClient);
  const folder = mkdtempSync(join(tmpdir(), 'blog-e2e-next-'));
  const next = join(folder, basename(program));
  replaceAll(binary, Buffer.from(client), Buffer.from(nextClient));
  writeFileSync(next, binary);
  chmodSync(next, 0o755);
  return {
    program: next,
    remove: () => {
      rmSync(folder, { recursive: true });
      rmSync(nextClient, { recursive: true });
    },
  };
}

/** Returns the folder from which a debug build reads the client. */
function clientOf(program: string, binary: Buffer): string {
  const builds = join(dirname(program), 'build');
  const folders = existsSync(builds) ? readdirSync(builds) : [];
  const found = folders
    .map((build) => join(builds, build, 'out', 'dist'))
    .filter((folder) => existsSync(join(folder, 'index.html')) && binary.includes(folder));
  const [client] = found;
  if (client === undefined || found.length > 1) {
    throw new Error(`${program} is no debug build that reads its client from one folder`);
  }
  return client;
}

function renameClient(client: string, nextClient: string): void {
  // Compressed files would contain the old names; without them the server sends the plain files.
  cpSync(client, nextClient, { recursive: true, filter: (path) => !COMPRESSED.test(path) });
  const assets = join(nextClient, 'assets');
  const names = new Map(readdirSync(assets).map((name) => [name, nextName(name)]));
  for (const [name, next] of names) {
    renameSync(join(assets, name), join(assets, next));
  }
  const anyName = new RegExp(
    [...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'),
    'gu',
  );
  const files = readdirSync(nextClient, { recursive: true, encoding: 'utf8' });
  for (const path of files
    .filter((file) => TEXT.test(file))
    .map((file) => join(nextClient, file))) {
    const text = readFileSync(path, 'utf8');
    writeFileSync(
      path,
      text.replace(anyName, (name) => names.get(name) ?? name),
    );
  }
}

/** Returns the same name with another hash. */
function nextName(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return name.replace(END_OF_NAME, hash);
}

function replaceAll(bytes: Buffer, from: Buffer, to: Buffer): void {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + to.length)) {
    to.copy(bytes, at);
  }
}
