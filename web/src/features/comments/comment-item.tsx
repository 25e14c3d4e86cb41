import { Heart } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';

import type { Comment } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { Avatar } from '../../shared/ui/avatar';
import { Count } from '../../shared/ui/count';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { CommentText } from './comment-text';
import { useCommentLike } from './use-comment-like';

const AVATAR_SIZE = 40;

type Props = { comment: Comment; isAddressed: boolean };

/** Memoised: there may be hundreds, and a like re-renders only its own. */
export const CommentItem = memo(function CommentItem({ comment, isAddressed }: Props) {
  const { user, likeCount } = comment;
  const toggleLike = useCommentLike(comment);
  return (
    <li
      id={`comment-${comment._id}`}
      className="comment"
      data-addressed={isAddressed || undefined}
      tabIndex={-1}
    >
      <Avatar
        src={user.profileImage?.url ?? null}
        size={AVATAR_SIZE}
        isLazy
        className="comment-avatar"
      />
      <div className="comment-body">
        <div className="comment-byline">
          {user._id === null ? (
            <span className="comment-author-gone">{user.name}</span>
          ) : (
            <Link to={paths.profile(user._id)} className="comment-author">
              {user.name}
            </Link>
          )}
          <TimeStamp time={comment.createdAt} form="relative" />
        </div>
        <CommentText text={comment.content} />
        <button
          type="button"
          className="mark-button comment-like"
          aria-pressed={comment.isLiked}
          aria-label={`Like the comment of ${user.name}, ${likeCount} ${likeCount === 1 ? 'like' : 'likes'}`}
          onClick={toggleLike}
        >
          <Heart aria-hidden />
          <span>
            <Count of={likeCount} />
          </span>
        </button>
      </div>
    </li>
  );
});
