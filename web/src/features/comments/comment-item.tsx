import { Heart } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';

import type { Comment, VisibleComment } from '../../shared/api/types';
import { deletedUser, gone, roles } from '../../shared/labels/comments.json';
import { paths } from '../../shared/paths';
import { Avatar } from '../../shared/ui/avatar';
import { CommentText } from '../../shared/ui/comment-text';
import { Count } from '../../shared/ui/count';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { useConversation } from './conversation';
import { useCommentLike } from './use-comment-like';

const AVATAR_SIZE = 40;
/** Comments below this depth are indented like those at it, and name the one that they reply to. */
export const LEVEL_MAX = 3;
const GONE: Readonly<Record<string, string>> = gone;
const ROLES: Readonly<Record<string, string>> = roles;

/** Memoised: there may be hundreds, and a like re-renders only its own. */
export const CommentItem = memo(function CommentItem({ comment }: { comment: Comment }) {
  const root = useRef<HTMLElement>(null);
  const { tools, addressed } = useConversation();
  const isAddressed = addressed === comment._id;
  const [isUnfolded, setUnfolded] = useState(false);
  const { user } = comment;
  const isFolded = !isUnfolded && tools?.muted.has(user?._id ?? '');

  useEffect(() => {
    if (isAddressed) {
      root.current?.scrollIntoView({ block: 'center' });
      root.current?.focus({ preventScroll: true });
    }
  }, [isAddressed]);

  return (
    <article
      ref={root}
      id={`comment-${comment._id}`}
      className={user === null || isFolded ? 'comment comment-tombstone' : 'comment'}
      data-addressed={isAddressed || undefined}
      tabIndex={-1}
    >
      {user === null ? (
        <p className="comment-gone">{GONE[comment.state]}</p>
      ) : tools && isFolded ? (
        <tools.FoldedNote
          onShow={() => {
            setUnfolded(true);
            root.current?.focus();
          }}
        />
      ) : (
        <WholeComment comment={{ ...comment, user }} />
      )}
    </article>
  );
});

function WholeComment({ comment }: { comment: VisibleComment }) {
  const { _id: id, user, role, editedAt, depth, inReplyTo } = comment;
  const { tools, isClosed } = useConversation();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
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
            <a href={paths.profile(user._id)} className="comment-author">
              {user.name}
            </a>
          )}
          {role !== null && <span className="comment-role">{ROLES[role]}</span>}
          <a href={`#comment-${id}`} className="comment-time">
            <TimeStamp time={comment.createdAt} form="relative" />
          </a>
          {editedAt !== null && (
            <span className="comment-edited">
              {'edited '}
              <TimeStamp time={editedAt} form="relative" />
            </span>
          )}
        </div>
        {depth > LEVEL_MAX && inReplyTo && (
          <p className="comment-reply-to">
            {'in reply to '}
            <a href={`#comment-${inReplyTo.id}`}>{inReplyTo.name ?? deletedUser}</a>
          </p>
        )}
        {isEditing && tools ? (
          <tools.EditForm
            comment={comment}
            onClose={() => {
              setEditing(false);
            }}
          />
        ) : (
          <CommentText html={comment.contentHtml} />
        )}
        <div className="comment-actions">
          {comment.state === 'visible' && <LikeButton comment={comment} />}
          {tools ? (
            <tools.Actions
              comment={comment}
              onEdit={() => {
                setEditing(true);
              }}
            />
          ) : (
            !isClosed && (
              <a href={paths.login} className="comment-action comment-reply-link">
                Reply
              </a>
            )
          )}
        </div>
      </div>
    </>
  );
}

function LikeButton({ comment }: { comment: VisibleComment }) {
  const { user, likeCount, isLiked } = comment;
  const toggleLike = useCommentLike(comment);
  return (
    <button
      type="button"
      className="mark-button comment-like"
      aria-pressed={isLiked}
      aria-label={`Like the comment of ${user.name}, ${likeCount} ${likeCount === 1 ? 'like' : 'likes'}`}
      onClick={toggleLike}
    >
      <Heart aria-hidden />
      <span>
        <Count of={likeCount} />
      </span>
    </button>
  );
}
