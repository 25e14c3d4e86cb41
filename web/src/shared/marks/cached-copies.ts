/** Changes every cached copy of a thing: the same post may lie in many lists. */
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';

import type { Blog, BlogSummary, Comment, Commenter, User } from '../api/types';

/** Gives back the very object that it was given when that is not meant. */
export type Patch = (value: object) => object;

export function blogPatch(id: string, change: (blog: BlogSummary) => BlogSummary): Patch {
  return (value) => (isBlog(value) && value._id === id ? change(value) : value);
}

export function commentPatch(id: string, change: (comment: Comment) => Comment): Patch {
  return (value) => (isComment(value) && value._id === id ? change(value) : value);
}

/** Comments and profiles of a reader show who they are now. */
export function readerPatch({ _id, name, username, profileImage }: User): Patch {
  return (value) =>
    isPerson(value) && value._id === _id ? { ...value, name, username, profileImage } : value;
}

/** How many there are once one of them was switched. */
export function countAfter(count: number, wasOn: boolean, isOn: boolean): number {
  return Math.max(0, count + Number(isOn) - Number(wasOn));
}

export function patchCopies(client: QueryClient, patch: Patch): void {
  for (const query of client.getQueryCache().getAll()) {
    patchQuery(client, query, patch);
  }
}

export type HeldPatch = {
  replace: (patch: Patch) => void;
  /** What was asked for before now is still patched when it comes. */
  release: () => void;
  /** Whatever comes from now on stands as it is. */
  drop: () => void;
};

/** Patches the copies there are, and those that come until it is released. */
export function holdPatch(client: QueryClient, first: Patch): HeldPatch {
  const cache = client.getQueryCache();
  let patch = first;
  let awaited: Set<string> | null = null;
  patchCopies(client, patch);

  const stop = cache.subscribe((event) => {
    const { queryHash, state } = event.query;
    const query = cache.get(queryHash);
    if (query && isAnswer(event) && (awaited?.has(queryHash) ?? true)) {
      patchQuery(client, query, patch);
    }
    // Whoever shows the answer is told, and tells of it, before the answer itself is heard of here.
    const isOver = event.type === 'updated' && state.fetchStatus === 'idle';
    if (awaited?.has(queryHash) && (isOver || !query)) {
      awaited.delete(queryHash);
      stopWhenDone();
    }
  });

  function stopWhenDone() {
    if (awaited?.size === 0) {
      stop();
    }
  }

  return {
    replace: (next) => {
      patch = next;
      patchCopies(client, patch);
    },
    release: () => {
      awaited = new Set(cache.findAll({ fetchStatus: 'fetching' }).map((query) => query.queryHash));
      stopWhenDone();
    },
    drop: stop,
  };
}

function isAnswer(event: QueryCacheNotifyEvent): boolean {
  return event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
}

function patchQuery(client: QueryClient, query: Query, patch: Patch): void {
  const { data, dataUpdatedAt } = query.state;
  const patched = patchedIn(data, patch);
  if (patched !== data) {
    // The copy is no fresher than it was.
    client.setQueryData(query.queryKey, patched, { updatedAt: dataUpdatedAt });
  }
}

function patchedIn(value: unknown, patch: Patch): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const patched = items.map((item) => patchedIn(item, patch));
    return patched.some((item, index) => item !== items[index]) ? patched : value;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const patched = patch(value);
  const changes = Object.entries(patched)
    .map(([key, part]: [string, unknown]) => ({ key, part, next: patchedIn(part, patch) }))
    .filter(({ part, next }) => part !== next)
    .map(({ key, next }) => [key, next] as const);
  return changes.length === 0 ? patched : { ...patched, ...Object.fromEntries(changes) };
}

/** Lists carry summaries; the page of a blog has all of it. */
export function isWholeBlog(blog: BlogSummary): blog is Blog {
  return 'comments' in blog;
}

function isBlog(value: object): value is BlogSummary {
  return '_id' in value && 'isLiked' in value && 'isBookmarked' in value && 'stats' in value;
}

function isComment(value: object): value is Comment {
  return '_id' in value && 'isLiked' in value && 'likeCount' in value && 'content' in value;
}

function isPerson(value: object): value is Commenter {
  return '_id' in value && 'username' in value && 'profileImage' in value;
}
