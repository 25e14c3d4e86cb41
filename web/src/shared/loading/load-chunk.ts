/** The one way to fetch code that is not in the page yet. */

/** Why code did not come: no connection, other files after an update of the site, or anything else. */
export type MissingReason = 'offline' | 'updated' | 'failed';

const RETRY_AFTER_MS = 300;
const NOT_FOUND = 404;

/** Code that did not come, also when it was asked for once more. */
export class ChunkError extends Error {
  readonly reason: MissingReason;

  constructor(reason: MissingReason, cause: unknown) {
    super('Code of this page could not be loaded', { cause });
    this.name = 'ChunkError';
    this.reason = reason;
  }
}

/**
 * Imports a module, and once more after a moment where that failed. `load` must be an arrow function around `import()`
 * so that the bundler sees what is imported. Fails with a `ChunkError`.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await pause();
  }
  try {
    return await load();
  } catch (cause) {
    throw new ChunkError(await reasonNow(), cause);
  }
}

/** Why `error` happened, as far as it is about code that did not come. */
export function missingReason(error: unknown): MissingReason {
  return error instanceof ChunkError ? error.reason : 'failed';
}

function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, RETRY_AFTER_MS);
  });
}

/** The name of the first script has the hash of the whole client: a site that does not know it serves another one. */
async function reasonNow(): Promise<MissingReason> {
  if (!navigator.onLine) {
    return 'offline';
  }
  const entry = document.querySelector<HTMLMetaElement>('meta[name="client"]')?.content;
  if (!entry) {
    return 'failed';
  }
  try {
    const { status } = await fetch(entry, { method: 'HEAD', cache: 'no-store' });
    return status === NOT_FOUND ? 'updated' : 'failed';
  } catch {
    return 'offline';
  }
}
