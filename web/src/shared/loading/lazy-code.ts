/** Code that is fetched on first use and cached. */
export type LazyCode<Code> = {
  /** Undefined until it is fetched. */
  current: () => Code | undefined;
  /** Fetches it; tries again after a failure. */
  fetch: () => Promise<Code>;
};

export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let loaded: Code | undefined;
  return {
    current: () => loaded,
    fetch: async () => (loaded ??= await load()),
  };
}
