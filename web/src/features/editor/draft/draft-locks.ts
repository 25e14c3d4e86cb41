/** Locks on the drafts that are being written in any tab: other tabs must not restore them. */

/** Locks a draft until the returned function is called or the tab is closed. */
export function holdDraft(key: string): () => void {
  let release: () => void = () => undefined;
  if ('locks' in navigator) {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    void navigator.locks.request(key, () => released);
  }
  return () => {
    release();
  };
}

/** Returns the keys of the locked drafts; none where the browser has no locks. */
export async function heldDrafts(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) {
    return new Set();
  }
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}
