/** Pages whose code is loaded when they are opened. */
import type { ComponentType } from 'react';

import { type LazyCode, lazyCode } from '../shared/loading/lazy-code';
import { LazyChunk } from '../shared/loading/lazy-chunk';
import { PageFailure } from './page-failure';

type FetchCode = () => Promise<unknown>;

/** Returns the route properties of a page that is loaded lazily. */
export function lazyPage(load: () => Promise<ComponentType>) {
  const code = lazyCode(load);
  const handle: { fetchCode: FetchCode } = { fetchCode: code.fetch };
  return {
    // The router keeps the result, even an error: the fallback page can retry by itself.
    lazy: async () => ({ Component: await code.fetch().catch(() => retryingPage(code)) }),
    handle,
  };
}

/** Loads the code of a route; rejects if that fails. */
export async function fetchCodeOf(handle: unknown): Promise<void> {
  if (isLazyPage(handle)) {
    await handle.fetchCode();
  }
}

function retryingPage(code: LazyCode<ComponentType>): ComponentType {
  return function RetryingPage() {
    return (
      <LazyChunk
        code={code}
        pending={<div className="page-progress" role="status" aria-label="Loading the page" />}
        failed={(failure) => <PageFailure {...failure} />}
      >
        {(Page) => <Page />}
      </LazyChunk>
    );
  };
}

function isLazyPage(handle: unknown): handle is { fetchCode: FetchCode } {
  return typeof handle === 'object' && handle !== null && 'fetchCode' in handle;
}
