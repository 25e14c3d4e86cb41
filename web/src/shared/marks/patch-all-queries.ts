/** Patches every cached copy of an object: the same post may be in many lists. */
import type { Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';

import type { Resource } from '../api/query-key';
import type { Post, PostSummary, Comment, Commenter, User } from '../api/types';

export type Patch = {
  /** The resources whose queries contain copies. */
  resources: readonly Resource[];
  /** Returns the same object if the patch does not apply to it. */
  apply: (value: object) => object;
};

export function postPatch(id: string, change: (post: PostSummary) => PostSummary): Patch {
  return {
    resources: ['posts', 'admin', 'editor'],
    apply: (value) => (isPost(value) && value._id === id ? change(value) : value),
  };
}

/** Posts contain their newest comments; threads, replies and profiles are queries of comments. */
export function commentPatch(id: string, change: (comment: Comment) => Comment): Patch {
  return {
    resources: ['posts', 'comments'],
    apply: (value) => (isComment(value) && value._id === id ? change(value) : value),
  };
}

/** Updates a reader's name and picture in comments and profiles. */
export function readerPatch({ _id, name, username, profileImage }: User): Patch {
  return {
    resources: ['posts', 'comments', 'users'],
    apply: (value) =>
      isPerson(value) && value._id === _id ? { ...value, name, username, profileImage } : value,
  };
}

/** Returns the count after one mark was toggled. */
export function countAfterToggle(count: number, wasOn: boolean, isOn: boolean): number {
  return Math.max(0, count + Number(isOn) - Number(wasOn));
}

export function patchAllQueries(client: QueryClient, patch: Patch): void {
  for (const query of client.getQueryCache().getAll()) {
    patchQuery(client, query, patch);
  }
}

export type ActivePatch = {
  replace: (patch: Patch) => void;
  /** Patches only responses that are already being fetched, then stops. */
  release: () => void;
  /** Stops: later responses stay as they are. */
  drop: () => void;
};

/** Patches the present copies and every response until it is released. */
export function startPatching(client: QueryClient, first: Patch): ActivePatch {
  const cache = client.getQueryCache();
  let patch = first;
  let pending: Set<string> | null = null;
  patchAllQueries(client, patch);

  const stop = cache.subscribe((event) => {
    const { queryHash, state } = event.query;
    const query = cache.get(queryHash);
    if (query && isResponse(event) && (pending?.has(queryHash) ?? true)) {
      patchQuery(client, query, patch);
    }
    // Observers hear of a response before this subscription does, and may publish events of their own.
    const isOver = event.type === 'updated' && state.fetchStatus === 'idle';
    if (pending?.has(queryHash) && (isOver || !query)) {
      pending.delete(queryHash);
      stopWhenDone();
    }
  });

  function stopWhenDone() {
    if (pending?.size === 0) {
      stop();
    }
  }

  return {
    replace: (next) => {
      patch = next;
      patchAllQueries(client, patch);
    },
    release: () => {
      pending = new Set(cache.findAll({ fetchStatus: 'fetching' }).map((query) => query.queryHash));
      stopWhenDone();
    },
    drop: stop,
  };
}

function isResponse(event: QueryCacheNotifyEvent): boolean {
  return event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
}

function patchQuery(client: QueryClient, query: Query, { resources, apply }: Patch): void {
  const { data, dataUpdatedAt } = query.state;
  const patched = resources.some((name) => name === query.queryKey[0])
    ? patchedCopy(data, apply)
    : data;
  if (patched !== data) {
    // The patched copy is no fresher than the original.
    client.setQueryData(query.queryKey, patched, { updatedAt: dataUpdatedAt });
  }
}

/** Returns the same value if the patch applies to no object in it. */
function patchedCopy(value: unknown, apply: Patch['apply']): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value;
    const patched = items.map((item) => patchedCopy(item, apply));
    return patched.some((item, index) => item !== items[index]) ? patched : value;
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  const patched = apply(value);
  const changes = Object.entries(patched)
    .map(([key, part]: [string, unknown]) => ({ key, part, next: patchedCopy(part, apply) }))
    .filter(({ part, next }) => part !== next)
    .map(({ key, next }) => [key, next] as const);
  return changes.length === 0 ? patched : { ...patched, ...Object.fromEntries(changes) };
}

/** Lists contain summaries; the page of a post has all of it. */
export function isFullPost(post: PostSummary): post is Post {
  return 'comments' in post;
}

function isPost(value: object): value is PostSummary {
  return '_id' in value && 'isLiked' in value && 'isBookmarked' in value && 'stats' in value;
}

function isComment(value: object): value is Comment {
  return '_id' in value && 'isLiked' in value && 'likeCount' in value && 'content' in value;
}

function isPerson(value: object): value is Commenter {
  return '_id' in value && 'username' in value && 'profileImage' in value;
}
