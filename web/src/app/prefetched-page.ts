/** Pages whose code and data can be fetched before they are opened. */
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Params } from 'react-router';

import { lazyPage } from './lazy-page';

export type Place = { params: Params; address: URLSearchParams };

/** Asks for what the page shows first, with the very queries that it shows it by. */
export type Prefetch = (client: QueryClient, place: Place) => Promise<unknown>;

type Page = { Component: ComponentType; prefetch: Prefetch };

/** What a route needs to open such a page, and to fetch it before. */
export function prefetchedPage(load: () => Promise<Page>) {
  const { lazy, handle } = lazyPage(async () => (await load()).Component);
  const prefetch: Prefetch = async (client, place) => (await load()).prefetch(client, place);
  return { lazy, handle: { ...handle, prefetch } };
}

/** The way to fetch the page of a route; none for a page that is not fetched before it is opened. */
export function prefetchOf(handle: unknown): Prefetch | undefined {
  return isPrefetched(handle) ? handle.prefetch : undefined;
}

function isPrefetched(handle: unknown): handle is { prefetch: Prefetch } {
  return typeof handle === 'object' && handle !== null && 'prefetch' in handle;
}
