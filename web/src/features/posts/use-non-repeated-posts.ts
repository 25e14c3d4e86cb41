import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import type { PostSummary } from '../../shared/api/types';

type Posts = Pick<UseQueryResult<{ blogs: PostSummary[] }>, 'data' | 'dataUpdatedAt'>;

/**
 * Returns the `recommended` posts without those that only repeat `latest`: posts in both without likes and comments.
 * Computed once per fetch, so that a like does not move the posts below it. Undefined until both are loaded.
 */
export function useNonRepeatedPosts(
  recommended: Posts,
  latest: Posts,
): readonly PostSummary[] | undefined {
  const [filter, setFilter] = useState(() => computeFilter(recommended, latest));
  if (filter.version !== versionOf(recommended, latest)) {
    setFilter(computeFilter(recommended, latest));
  }
  return recommended.data && latest.data
    ? recommended.data.blogs.filter(({ _id }) => !filter.repeated.includes(_id))
    : undefined;
}

function computeFilter(recommended: Posts, latest: Posts) {
  const latestIds = latest.data?.blogs.map(({ _id }) => _id) ?? [];
  const repeated = (recommended.data?.blogs ?? [])
    .filter(({ _id, stats }) => hasNoActivity(stats) && latestIds.includes(_id))
    .map(({ _id }) => _id);
  return { version: versionOf(recommended, latest), repeated };
}

function versionOf(recommended: Posts, latest: Posts): string {
  return `${recommended.dataUpdatedAt} ${latest.dataUpdatedAt}`;
}

function hasNoActivity({ likeCount, commentCount }: PostSummary['stats']): boolean {
  return likeCount === 0 && commentCount === 0;
}
