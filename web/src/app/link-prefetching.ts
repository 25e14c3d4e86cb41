/**
 * Fetches pages that somebody is about to open: what is pointed at or focused for a moment, what is pressed, and a
 * few of those whose links are in view while nothing else goes on. Nothing of this counts as a view.
 */
import type { QueryClient } from '@tanstack/react-query';
import { matchRoutes } from 'react-router';

import { nextTurn } from '../shared/next-turn';
import { prefetchOf } from './prefetched-page';
import type { SiteRouter } from './router';

/** Who only passes over a link does not mean it. */
const DWELL_MS = 80;
/** How long nothing may have happened before what is in view is fetched. */
const QUIET_MS = 500;
const MOST_IN_VIEW = 4;
const SLOW_NETWORKS: readonly unknown[] = ['slow-2g', '2g'];

type Target = { address: string; fetch: () => Promise<unknown> };

/** Gives back how to stop. */
export function prefetchLinks(client: QueryClient, router: SiteRouter): () => void {
  const gone = new AbortController();
  const find = (element: unknown) => targetOf(element, client, router);
  watchHands(find, gone.signal);
  watchView(find, client, router, gone.signal);
  return () => {
    gone.abort();
  };
}

type Find = (element: unknown) => Target | undefined;

function watchHands(find: Find, signal: AbortSignal): void {
  let dwelling: ReturnType<typeof setTimeout> | undefined;
  const fetchSoon = ({ target }: Event) => {
    clearTimeout(dwelling);
    if (!isDataPrecious()) {
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

/** One after another, and few a page. */
function watchView(find: Find, client: QueryClient, router: SiteRouter, signal: AbortSignal): void {
  let planned: ReturnType<typeof setTimeout> | undefined;
  let page = addressOf(router.state.location);
  let fetched = new Set<string>();

  function plan() {
    clearTimeout(planned);
    planned = setTimeout(() => void look(), QUIET_MS);
  }

  async function look() {
    if (signal.aborted || isDataPrecious() || fetched.size >= MOST_IN_VIEW) {
      return;
    }
    if (client.isFetching() === 0) {
      const next = firstTarget(await linksInView());
      if (!next) {
        return;
      }
      fetched.add(next.address);
      await nextTurn();
      await next.fetch();
    }
    plan();
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
    plan();
  });
  document.addEventListener('scrollend', plan, { signal, passive: true });
  signal.addEventListener('abort', () => {
    stop();
    clearTimeout(planned);
  });
  plan();
}

/** The page of the site that a link around this element leads to, when it can be fetched and is not shown already. */
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
    // A page that could not be fetched now is fetched when it is opened, and says then what is wrong.
    fetch: () => prefetch(client, place).catch(() => undefined),
  };
}

function addressOf({ pathname, search }: { pathname: string; search: string }): string {
  return pathname + search;
}

/** Seen by the browser itself as it draws: to ask each link for its place would lay out the whole page. */
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

/** Whether the reader pays for what may not be read, or waits for it. */
function isDataPrecious(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  if (typeof connection !== 'object' || connection === null) {
    return false;
  }
  return (
    ('saveData' in connection && connection.saveData === true) ||
    ('effectiveType' in connection && SLOW_NETWORKS.includes(connection.effectiveType))
  );
}
