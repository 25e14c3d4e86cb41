import { infiniteQueryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { ManagedPost, Note } from '../../shared/api/types';

/** The server's limit, in characters. */
export const NOTE_LENGTH_MAX = 2_000;
export const NOTES_PAGE = 20;

/** The decision on a submitted draft. */
export type Decision = {
  decision: 'approve' | 'changes';
  note: string;
  /** When an approved draft is published; at once without it. */
  publishAt?: string;
  /** The revision that was read. */
  revision: number;
};

/** The notes on a post, newest first. */
export function notesQuery(postId: string) {
  return infiniteQueryOptions({
    queryKey: queryKey('admin', 'notes', postId),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        adminApi.GET('/blogs/{id}/notes', {
          params: { path: { id: postId }, query: { page: pageParam, limit: NOTES_PAGE } },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page < last.totalPages ? last.page + 1 : undefined),
  });
}

export async function addNote(postId: string, text: string): Promise<Note> {
  const call = adminApi.POST('/blogs/{id}/notes', {
    params: { path: { id: postId } },
    body: { text },
  });
  return (await unwrap(call)).note;
}

/** Submits a draft for review; the note may be empty. */
export async function submitPost(postId: string, note: string): Promise<ManagedPost> {
  const call = adminApi.POST('/blogs/{id}/submit', {
    params: { path: { id: postId } },
    body: note === '' ? {} : { note },
  });
  return (await unwrap(call)).blog;
}

/** Decides on a submitted draft; the note of an approval may be empty. */
export async function reviewPost(
  postId: string,
  { note, ...decision }: Decision,
): Promise<ManagedPost> {
  const call = adminApi.POST('/blogs/{id}/review', {
    params: { path: { id: postId } },
    body: note === '' ? decision : { ...decision, note },
  });
  return (await unwrap(call)).blog;
}
