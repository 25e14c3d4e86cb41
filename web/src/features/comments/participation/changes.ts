/** Shows changes of comments in all loaded lists before these are fetched again. */
import type { QueryClient } from '@tanstack/react-query';

import { queryKey } from '../../../shared/api/query-key';
import type { Comment } from '../../../shared/api/types';
import {
  type Patch,
  commentPatch,
  patchAllQueries,
  postPatch,
} from '../../../shared/marks/patch-all-queries';

type Page = { comments: readonly Comment[] };

/** Shows a new comment: in its thread, or among those that wait for a moderator. */
export function showAdded(client: QueryClient, postId: string, comment: Comment): void {
  prepend(client, comment.state === 'held' ? 'held' : 'added', postId, comment);
  if (comment.state === 'visible') {
    count(client, postId, comment, 1);
  }
  refreshProfiles(client);
}

/** Shows the new text of a comment, which may wait for a moderator now. */
export function showEdited(
  client: QueryClient,
  postId: string,
  before: Comment,
  comment: Comment,
): void {
  if (before.state === 'visible' && comment.state === 'held') {
    showRemoved(client, postId, before, 'held');
    prepend(client, 'held', postId, comment);
    return;
  }
  const { content, contentHtml, editedAt, state } = comment;
  patchAllQueries(
    client,
    commentPatch(comment._id, (old) => ({ ...old, content, contentHtml, editedAt, state })),
  );
  if (before.state === 'held' && comment.state === 'visible') {
    patchAllQueries(client, removal(comment._id));
    showAdded(client, postId, comment);
  }
  refreshProfiles(client);
}

/** Removes a comment from the lists; with replies, its place stays. */
export function showRemoved(
  client: QueryClient,
  postId: string,
  comment: Comment,
  state: 'deleted' | 'removed' | 'held' = 'deleted',
): void {
  const hasPlace = comment.replyCount > 0;
  const gone = { content: '', contentHtml: '', user: null, likeCount: 0, state };
  patchAllQueries(
    client,
    hasPlace
      ? commentPatch(comment._id, (old) => ({ ...old, ...gone, editedAt: null, role: null }))
      : removal(comment._id),
  );
  if (comment.state === 'visible') {
    count(client, postId, comment, -1);
  }
  // Places whose last reply went go as well: the server knows which.
  void client.invalidateQueries({ queryKey: queryKey('comments', 'threads', postId) });
  void client.invalidateQueries({ queryKey: queryKey('comments', 'replies', comment.rootId) });
  refreshProfiles(client);
}

/** Adds to the counts of the post and of the comments above. */
function count(client: QueryClient, postId: string, comment: Comment, change: number): void {
  patchAllQueries(
    client,
    postPatch(postId, (post) => {
      const commentCount = post.stats.commentCount + change;
      return { ...post, stats: { ...post.stats, commentCount } };
    }),
  );
  // The comments between the two are counted when the thread is fetched again.
  const above = new Set([comment.rootId, comment.parentId ?? comment.rootId]);
  above.delete(comment._id);
  for (const id of above) {
    patchAllQueries(
      client,
      commentPatch(id, (old) => ({ ...old, replyCount: old.replyCount + change })),
    );
  }
}

/** Removes a comment from every list that contains it. */
function removal(id: string): Patch {
  const without = (list: unknown): unknown =>
    Array.isArray(list) ? list.filter((item: { _id?: unknown }) => item._id !== id) : list;
  return {
    resources: ['comments'],
    apply: (value) => {
      const lists = Object.entries(value)
        .filter(([key]) => key === 'comments' || key === 'replies')
        .map(([key, list]: [string, unknown]) => ({ key, list, rest: without(list) }))
        .filter(
          ({ list, rest }) =>
            Array.isArray(list) && Array.isArray(rest) && rest.length < list.length,
        );
      return lists.length === 0
        ? value
        : { ...value, ...Object.fromEntries(lists.map(({ key, rest }) => [key, rest])) };
    },
  };
}

function prepend(
  client: QueryClient,
  list: 'added' | 'held',
  postId: string,
  comment: Comment,
): void {
  client.setQueryData<Page>(queryKey('comments', list, postId), (page) => ({
    ...page,
    comments: [comment, ...(page?.comments ?? [])],
  }));
}

function refreshProfiles(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: queryKey('comments', 'by-user') });
}
