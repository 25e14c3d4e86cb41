import type { Comment, Thread } from '../shared/api/types';

/** Returns a sample comment, the first one of its thread, with `changes` applied. */
export function sampleComment(id: string, changes: Partial<Comment> = {}): Comment {
  const content = changes.content ?? `Text of ${id}`;
  return {
    _id: id,
    id,
    content,
    createdAt: '2026-03-05T05:06:07.000Z',
    isLiked: false,
    likeCount: 0,
    user: { _id: 'u9', id: 'u9', name: 'Bruno Keller', username: 'bruno', profileImage: null },
    parentId: null,
    rootId: id,
    depth: 0,
    state: 'visible',
    contentHtml: `<p>${content}</p>`,
    replyCount: 0,
    editedAt: null,
    role: null,
    inReplyTo: null,
    ...changes,
  };
}

/** Returns a sample reply to a comment with `changes` applied. */
export function sampleReply(id: string, parent: Comment, changes: Partial<Comment> = {}): Comment {
  return sampleComment(id, {
    parentId: parent._id,
    rootId: parent.rootId,
    depth: parent.depth + 1,
    inReplyTo: { id: parent._id, name: parent.user?.name ?? null },
    ...changes,
  });
}

/** Returns a sample thread: its first comment, and the replies that its list contains. */
export function sampleThread(root: Comment, replies: readonly Comment[] = []): Thread {
  const replyCount = Math.max(root.replyCount, replies.length);
  return { ...root, replyCount, replies: [...replies] };
}
