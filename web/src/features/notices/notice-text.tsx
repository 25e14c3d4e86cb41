import type { ReactNode } from 'react';

import type { Notice } from '../../shared/api/types';
import { paths } from '../../shared/paths';

const SOMEBODY = 'Somebody';

/** What a notice tells in one sentence, with the names in it. */
export function NoticeText({ notice }: { notice: Notice }): ReactNode {
  const { kind, count, detail } = notice;
  const actor = <strong>{notice.actor?.name ?? SOMEBODY}</strong>;
  const title = <span className="notification-title">{notice.blog?.title ?? 'a post'}</span>;
  switch (kind) {
    case 'reply':
      return (
        <>
          {actor} replied to your comment on {title}
        </>
      );
    case 'mention':
      return (
        <>
          {actor} mentioned you on {title}
        </>
      );
    case 'thread':
      return count > 1 ? (
        <>
          {count} new comments on {title}, which you follow
        </>
      ) : (
        <>
          {actor} commented on {title}, which you follow
        </>
      );
    case 'comment':
      return (
        <>
          {actor} commented on your post {title}
        </>
      );
    case 'post':
      return (
        <>
          {actor} published {title}
        </>
      );
    case 'moderation':
      return 'Comments wait for a moderator';
    default:
      return reviewText(detail, actor, title);
  }
}

function reviewText(step: string, actor: ReactNode, title: ReactNode): ReactNode {
  switch (step) {
    case 'submitted':
      return (
        <>
          {actor} submitted {title} for review
        </>
      );
    case 'approved':
      return (
        <>
          {actor} approved {title}
        </>
      );
    case 'changesRequested':
      return (
        <>
          {actor} asked for changes to {title}
        </>
      );
    default:
      return (
        <>
          {actor} left a note on {title}
        </>
      );
  }
}

/** Returns the address of what a notice is about. */
export function noticePath({ kind, blog: post, commentId }: Notice): string {
  if (kind === 'moderation') {
    return paths.adminQueue('held');
  }
  if (!post) {
    return paths.home;
  }
  if (kind === 'review') {
    return paths.adminEditPost(post._id);
  }
  if (commentId !== null) {
    return paths.comment(post, commentId);
  }
  return kind === 'thread' || kind === 'comment'
    ? `${paths.post(post)}#comments`
    : paths.post(post);
}
