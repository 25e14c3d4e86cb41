/** Pages whose code and data can be fetched before they are opened. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from 'react-router';

import { lazyPage } from './lazy-page';

export type Place = { params: Params; address: URLSearchParams };

/** Fetches the data that the page shows first, by the queries that the page uses. */
export type Prefetch = (client: QueryClient, place: Place) => Promise<unknown>;

type Page = { Component: ComponentType; prefetch: Prefetch };

/** Returns the route properties of a page that is loaded lazily and can be prefetched. */
export function prefetchedPage(load: () => Promise<Page>) {
  const { lazy, handle } = lazyPage(async () => (await load()).Component);
  const prefetch: Prefetch = async (client, place) => (await load()).prefetch(client, place);
  return { lazy, handle: { ...handle, prefetch } };
}

/** Returns the prefetch function in the handle of a route, if it has one. */
export function prefetchOf(handle: unknown): Prefetch | undefined {
  return isPrefetched(handle) ? handle.prefetch : undefined;
}

function isPrefetched(handle: unknown): handle is { prefetch: Prefetch } {
  return typeof handle === 'object' && handle !== null && 'prefetch' in handle;
}
