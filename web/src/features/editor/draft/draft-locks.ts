/** Which drafts are being written now, in any tab: those are nobody else's to restore. */

/** Holds the draft with this key until the returned function is called, or the tab is gone. */
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

/** The keys of the drafts that are held; none where the browser cannot tell. */
export async function heldDrafts(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) {
    return new Set();
  }
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => name ?? []));
}
