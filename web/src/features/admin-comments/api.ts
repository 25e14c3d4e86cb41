import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { Action, Queue } from './moderation';

export const COMMENTS_PAGE = 20;

type Filters = {
  search: string;
  /** Undefined for all comments. */
  status: Queue | undefined;
  page: number;
  /** The id of a commenter; empty or absent for all. */
  user?: string;
  /** The id of a post; empty or absent for all. */
  blog?: string;
};

export function commentsQuery({ search, status, page, user = '', blog = '' }: Filters) {
  const query = {
    page,
    limit: COMMENTS_PAGE,
    ...(search !== '' && { search }),
    ...((status === 'held' || status === 'removed') && { state: status }),
    ...(status === 'reported' && { reported: true }),
    ...(user !== '' && { user }),
    ...(blog !== '' && { blog }),
  };
  return queryOptions({
    queryKey: queryKey('admin', 'comments', query),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/comments', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

export function deleteComment(id: string) {
  return unwrap(adminApi.DELETE('/admin/comments/{id}', { params: { path: { id } } }));
}

export type Decision = {
  ids: readonly string[];
  action: Action;
  /** With `spam`: bans the readers and removes all their comments. */
  isWholeUser: boolean;
};

/** Sends a decision; `isLeaving` lets the request outlive the page. */
export function moderate({ ids, action, isWholeUser }: Decision, isLeaving: boolean) {
  return unwrap(
    adminApi.POST('/admin/comments/moderate', {
      body: { ids: [...ids], action, ...(isWholeUser && { wholeUser: true }) },
      keepalive: isLeaving,
    }),
  );
}

export function addReply(postId: string, parentId: string, content: string) {
  return unwrap(
    adminApi.POST('/admin/blogs/{id}/comments', {
      params: { path: { id: postId } },
      body: { content, parentId },
    }),
  );
}

export function changeOwnComment(id: string, content: string) {
  return unwrap(
    adminApi.PATCH('/admin/comments/{id}', { params: { path: { id } }, body: { content } }),
  );
}
