import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';

import type { BlogSummary } from '../../shared/api/types';

type Posts = Pick<UseQueryResult<{ blogs: BlogSummary[] }>, 'data' | 'dataUpdatedAt'>;

/**
 * Those of `recommended` that have something to tell them apart: a like, a comment, or that `latest` does not hold
 * them. Decided when they come, so that a like does not move the posts below it. Undefined until both are there.
 */
export function useDistinct(recommended: Posts, latest: Posts): readonly BlogSummary[] | undefined {
  const [decided, setDecided] = useState(() => decide(recommended, latest));
  if (decided.at !== momentOf(recommended, latest)) {
    setDecided(decide(recommended, latest));
  }
  return recommended.data && latest.data
    ? recommended.data.blogs.filter(({ _id }) => !decided.repeated.includes(_id))
    : undefined;
}

function decide(recommended: Posts, latest: Posts) {
  const held = latest.data?.blogs.map(({ _id }) => _id) ?? [];
  const repeated = (recommended.data?.blogs ?? [])
    .filter(({ _id, stats }) => isUntouched(stats) && held.includes(_id))
    .map(({ _id }) => _id);
  return { at: momentOf(recommended, latest), repeated };
}

function momentOf(recommended: Posts, latest: Posts): string {
  return `${recommended.dataUpdatedAt} ${latest.dataUpdatedAt}`;
}

function isUntouched({ likeCount, commentCount }: BlogSummary['stats']): boolean {
  return likeCount === 0 && commentCount === 0;
}
