import { render } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Notice } from '../../shared/api/types';
import { sampleNotice } from '../../test/sample-notice';
import { NoticeText, noticePath } from './notice-text';

const DRAFT = { kind: 'review', commentId: null };

it.each<[Partial<Notice>, string, string]>([
  [{}, 'Bo replied to your comment on Queues', '/blog/queues#comment-c1'],
  [{ kind: 'mention' }, 'Bo mentioned you on Queues', '/blog/queues#comment-c1'],
  [{ kind: 'comment' }, 'Bo commented on your post Queues', '/blog/queues#comment-c1'],
  [{ kind: 'thread' }, 'Bo commented on Queues, which you follow', '/blog/queues#comment-c1'],
  [
    { kind: 'thread', count: 3, commentId: null },
    '3 new comments on Queues, which you follow',
    '/blog/queues#comments',
  ],
  [{ kind: 'post', commentId: null }, 'Bo published Queues', '/blog/queues'],
  [{ ...DRAFT, detail: 'submitted' }, 'Bo submitted Queues for review', '/admin/edit-blog/p1'],
  [{ ...DRAFT, detail: 'approved' }, 'Bo approved Queues', '/admin/edit-blog/p1'],
  [
    { ...DRAFT, detail: 'changesRequested' },
    'Bo asked for changes to Queues',
    '/admin/edit-blog/p1',
  ],
  [{ ...DRAFT, detail: 'note' }, 'Bo left a note on Queues', '/admin/edit-blog/p1'],
  [
    { kind: 'moderation', actor: null, blog: null, commentId: null },
    'Comments wait for a moderator',
    '/admin/comments?status=held',
  ],
  [{ actor: null }, 'Somebody replied to your comment on Queues', '/blog/queues#comment-c1'],
])('tells of %o', (changes, text, path) => {
  const notice = sampleNotice('n1', changes);
  const { container } = render(<NoticeText notice={notice} />);
  expect(container).toHaveTextContent(text);
  expect(noticePath(notice)).toBe(path);
});
