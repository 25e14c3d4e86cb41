/**
 * Prefetches pages that are likely to be opened: the targets of links that are hovered or focused for a moment, or
 * pressed, and while idle a few of the links in view. A prefetch does not count as a view.
 */
import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';

import { yieldToMain } from '../shared/yield-to-main';
import { prefetchOf } from './prefetched-page';
import type { SiteRouter } from './router';

/** A shorter hover or focus is ignored. */
const DWELL_MS = 80;
/** The idle time before links in view are prefetched. */
const IDLE_MS = 500;
const MAX_IN_VIEW = 4;
const SLOW_NETWORKS: readonly unknown[] = ['slow-2g', '2g'];

type Target = { address: string; fetch: () => Promise<unknown> };

/** Starts prefetching; returns the function that stops it. */
export function prefetchLinks(client: QueryClient, router: SiteRouter): () => void {
  const controller = new AbortController();
  const find = (element: unknown) => targetOf(element, client, router);
  watchPointerAndFocus(find, controller.signal);
  watchView(find, client, router, controller.signal);
  return () => {
    controller.abort();
  };
}

type Find = (element: unknown) => Target | undefined;

function watchPointerAndFocus(find: Find, signal: AbortSignal): void {
  let dwelling: ReturnType<typeof setTimeout> | undefined;
  const fetchSoon = ({ target }: Event) => {
    clearTimeout(dwelling);
    if (!savesData()) {
      dwelling = setTimeout(() => void find(target)?.fetch(), DWELL_MS);
    }
  };
  const options = { signal, passive: true };
  document.addEventListener('pointerover', fetchSoon, options);
  document.addEventListener('focusin', fetchSoon, options);
  document.addEventListener('pointerdown', ({ target }) => void find(target)?.fetch(), options);
  signal.addEventListener('abort', () => {
    clearTimeout(dwelling);
  });
}

/** Prefetches links in view one at a time, a few on each page. */
function watchView(find: Find, client: QueryClient, router: SiteRouter, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let page = addressOf(router.state.location);
  let fetched = new Set<string>();

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(() => void prefetchNext(), IDLE_MS);
  }

  async function prefetchNext() {
    if (signal.aborted || savesData() || fetched.size >= MAX_IN_VIEW) {
      return;
    }
    if (client.isFetching() === 0) {
      const next = firstTarget(await linksInView());
      if (!next) {
        return;
      }
      fetched.add(next.address);
      await yieldToMain();
      await next.fetch();
    }
    schedule();
  }

  function firstTarget(links: Element[]): Target | undefined {
    for (const link of links) {
      const target = find(link);
      if (target && !fetched.has(target.address)) {
        return target;
      }
    }
    return undefined;
  }

  const stop = router.subscribe(({ location }) => {
    if (page !== addressOf(location)) {
      page = addressOf(location);
      fetched = new Set();
    }
    schedule();
  });
  document.addEventListener('scrollend', schedule, { signal, passive: true });
  signal.addEventListener('abort', () => {
    stop();
    clearTimeout(timer);
  });
  schedule();
}

/** Returns the page that the link around `element` leads to, if it can be prefetched and is not the current one. */
function targetOf(element: unknown, client: QueryClient, router: SiteRouter): Target | undefined {
  const link = element instanceof Element ? element.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.origin !== window.location.origin) {
    return undefined;
  }
  const address = addressOf(link);
  const { route, params } = matchRoutes(router.routes, link.pathname)?.at(-1) ?? {};
  const prefetch = prefetchOf(route?.handle);
  if (!prefetch || !params || address === addressOf(router.state.location)) {
    return undefined;
  }
  const place = { params, address: new URLSearchParams(link.search) };
  return {
    address,
    // An error is ignored: the page fetches again when it is opened, and shows the error then.
    fetch: () => prefetch(client, place).catch(() => undefined),
  };
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

/** Returns the links in view. By an observer: measuring each link would force a layout of the page. */
function linksInView(): Promise<Element[]> {
  const links = document.querySelectorAll('main a[href]:not(.card-author, .slide-author)');
  return new Promise((resolve) => {
    if (links.length === 0) {
      resolve([]);
      return;
    }
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      resolve(entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target));
    });
    links.forEach((link) => {
      observer.observe(link);
    });
  });
}

/** Whether the browser is set to save data or its network is slow. */
function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  if (typeof connection !== 'object' || connection === null) {
    return false;
  }
  return (
    ('saveData' in connection && connection.saveData === true) ||
    ('effectiveType' in connection && SLOW_NETWORKS.includes(connection.effectiveType))
  );
}
