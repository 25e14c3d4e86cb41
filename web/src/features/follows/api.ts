import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { unwrap, api } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

export type FollowKind = 'author' | 'tag' | 'series' | 'post';

/** Something to follow: the id of an author, a series or a post, or a tag. */
export type FollowTarget = { kind: FollowKind; target: string };

export const FOLLOWING_PAGE = 9;
export const FOLLOWS_PAGE = 20;

/** Whether the reader follows something. */
export function followQuery({ kind, target }: FollowTarget) {
  return queryOptions({
    queryKey: queryKey('follows', 'one', kind, target),
    queryFn: async ({ signal }) => {
      const query = { kind, target, limit: 1 };
      const { following } = await unwrap(api.GET('/follows', { params: { query }, signal }));
      return following === true;
    },
  });
}

/** Follows something, or no longer; returns whether the reader follows it now. */
export async function setFollow(body: FollowTarget, isOn: boolean): Promise<boolean> {
  const { following } = await unwrap(
    isOn ? api.PUT('/follows', { body }) : api.DELETE('/follows', { params: { query: body } }),
  );
  return following;
}

/** What the reader follows, the latest first. */
export function followsQuery(kind: FollowKind | undefined, page: number) {
  const query = { ...(kind && { kind }), page, limit: FOLLOWS_PAGE };
  return queryOptions({
    queryKey: queryKey('follows', 'list', query),
    queryFn: ({ signal }) => unwrap(api.GET('/follows', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** The posts by the authors, with the tags and of the series that the reader follows. */
export function followedPostsQuery(page: number) {
  return queryOptions({
    queryKey: queryKey('posts', 'following', page),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/blogs/following', {
          params: { query: { page, limit: FOLLOWING_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
