/** Code that is fetched when it is first needed, and kept then. */
export type LazyCode<Code> = {
  /** Undefined until it was fetched. */
  current: () => Code | undefined;
  /** Asks again where it failed before. */
  fetch: () => Promise<Code>;
};

export function lazyCode<Code>(load: () => Promise<Code>): LazyCode<Code> {
  let loaded: Code | undefined;
  return {
    current: () => loaded,
    fetch: async () => (loaded ??= await load()),
  };
}
