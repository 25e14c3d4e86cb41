import type { Notice } from '../shared/api/types';

/** Returns a sample notice, an unread reply, with `changes` applied. */
export function sampleNotice(id: string, changes: Partial<Notice> = {}): Notice {
  return {
    id,
    kind: 'reply',
    actor: { id: 'u2', name: 'Bo', profileImage: null },
    blog: { _id: 'p1', id: 'p1', slug: 'queues', title: 'Queues', status: 'published' },
    commentId: 'c1',
    count: 1,
    detail: '',
    at: '2026-03-04T05:06:07.000Z',
    readAt: null,
    ...changes,
  };
}
