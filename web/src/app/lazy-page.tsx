/** Pages whose code is fetched when they are opened. */
import type { ComponentType } from 'react';

import { type LazyCode, lazyCode } from '../shared/loading/lazy-code';
import { LazyPiece } from '../shared/loading/lazy-piece';
import { PageFailure } from './page-failure';

type FetchCode = () => Promise<unknown>;

/** What a route needs to open such a page. */
export function lazyPage(load: () => Promise<ComponentType>) {
  const code = lazyCode(load);
  const handle: { fetchCode: FetchCode } = { fetchCode: code.fetch };
  return {
    // The router keeps what it got, also a failure: the page that stands for one can try again itself.
    lazy: async () => ({ Component: await code.fetch().catch(() => latePage(code)) }),
    handle,
  };
}

/** Fetches the code of a route; fails where it does not come. */
export async function fetchCodeOf(handle: unknown): Promise<void> {
  if (isLazyPage(handle)) {
    await handle.fetchCode();
  }
}

function latePage(code: LazyCode<ComponentType>): ComponentType {
  return function LatePage() {
    return (
      <LazyPiece
        code={code}
        pending={<div className="page-progress" role="status" aria-label="Loading the page" />}
        failed={(failure) => <PageFailure {...failure} />}
      >
        {(Page) => <Page />}
      </LazyPiece>
    );
  };
}

function isLazyPage(handle: unknown): handle is { fetchCode: FetchCode } {
  return typeof handle === 'object' && handle !== null && 'fetchCode' in handle;
}
