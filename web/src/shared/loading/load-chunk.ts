/** The one way to fetch code on demand. */

/** Why code failed to load: no connection, new files after an update of the site, or anything else. */
export type ChunkErrorReason = 'offline' | 'updated' | 'failed';

const RETRY_AFTER_MS = 300;
const NOT_FOUND = 404;

/** Code that failed to load twice. */
export class ChunkError extends Error {
  readonly reason: ChunkErrorReason;

  constructor(reason: ChunkErrorReason, cause: unknown) {
    super('Code of this page could not be loaded', { cause });
    this.name = 'ChunkError';
    this.reason = reason;
  }
}

/**
 * Imports a module; retries once after a pause. `load` must be an arrow function around `import()`, so that the
 * bundler sees the module. Throws a `ChunkError`.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch {
    await waitBeforeRetry();
  }
  try {
    return await load();
  } catch (cause) {
    throw new ChunkError(await findReason(), cause);
  }
}

/** Returns the reason of `error`; `failed` unless it is a `ChunkError`. */
export function chunkErrorReason(error: unknown): ChunkErrorReason {
  return error instanceof ChunkError ? error.reason : 'failed';
}

function waitBeforeRetry(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, RETRY_AFTER_MS);
  });
}

/** The name of the first script has the hash of the whole client: a 404 for it means that the site was updated. */
async function findReason(): Promise<ChunkErrorReason> {
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
