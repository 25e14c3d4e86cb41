import { queryOptions, skipToken } from '@tanstack/react-query';

import { adminApi } from '../../../shared/api/admin-client';
import { unwrap, api } from '../../../shared/api/client';
import { queryKey } from '../../../shared/api/query-key';
import type { Comment, ReportReason } from '../../../shared/api/types';
import type { Writer } from './use-writer';

/** The server's limit (rulings §4). */
export const COMMENT_LENGTH_MAX = 5_000;
export const NOTE_LENGTH_MAX = 500;

/** A comment that was sent, and what the server says about it. */
export type Sent = { comment: Comment; message: string };

type NewComment = { content: string; parentId?: string };

export function addComment(writer: Writer, postId: string, body: NewComment): Promise<Sent> {
  const request = { params: { path: { id: postId } }, body };
  return unwrap(
    writer.isStaff
      ? adminApi.POST('/admin/blogs/{id}/comments', request)
      : api.POST('/blogs/{id}/comments', request),
  );
}

export function editComment(writer: Writer, id: string, content: string): Promise<Sent> {
  const body = { content };
  return unwrap(
    writer.isStaff
      ? adminApi.PATCH('/admin/comments/{id}', { params: { path: { id } }, body })
      : api.PATCH('/blogs/comments/{commentId}', { params: { path: { commentId: id } }, body }),
  );
}

export async function deleteComment(writer: Writer, id: string): Promise<void> {
  await unwrap(
    writer.isStaff
      ? adminApi.DELETE('/admin/comments/{id}', { params: { path: { id } } })
      : api.DELETE('/blogs/comments/{commentId}', { params: { path: { commentId: id } } }),
  );
}

export type Report = { reason: ReportReason; note: string };

/** Returns the server's thanks. */
export async function reportComment(commentId: string, report: Report): Promise<string> {
  const request = { params: { path: { commentId } }, body: bodyOf(report) };
  return (await unwrap(api.POST('/blogs/comments/{commentId}/report', request))).message;
}

/** Returns the server's thanks. */
export async function reportReader(id: string, report: Report): Promise<string> {
  const request = { params: { path: { id } }, body: bodyOf(report) };
  return (await unwrap(api.POST('/users/{id}/report', request))).message;
}

function bodyOf({ reason, note }: Report) {
  return { reason, ...(note !== '' && { note }) };
}

export async function setMuted(userId: string, isMuted: boolean): Promise<void> {
  const request = { params: { path: { id: userId } } };
  await unwrap(
    isMuted ? api.PUT('/users/{id}/mute', request) : api.DELETE('/users/{id}/mute', request),
  );
}

/** The readers whose comments are folded for this one. */
export function mutesQuery(userId: string) {
  return queryOptions({
    queryKey: queryKey('users', 'mutes', userId),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/users/{id}/mutes', { params: { path: { id: userId } }, signal })),
  });
}

/** The reader's own comments on a post that wait for a moderator. */
export function heldQuery(postId: string) {
  return queryOptions({
    queryKey: queryKey('comments', 'held', postId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/blogs/{id}/comments', {
          params: { path: { id: postId }, query: { view: 'held' } },
          signal,
        }),
      ),
  });
}

/** The comments that were written during this visit: the loaded pages may end before their place. */
export function addedQuery(postId: string) {
  return queryOptions<{ comments: readonly Comment[] }>({
    queryKey: queryKey('comments', 'added', postId),
    queryFn: skipToken,
    initialData: { comments: [] },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
