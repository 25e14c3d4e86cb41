import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';

import { invalidateAfter } from '../../shared/api/invalidation';
import { paths } from '../../shared/paths';
import { useAdmin } from '../../shared/session/admin-session';
import { ROLE_NAMES } from '../../shared/session/role-texts';
import { ROLES } from '../../shared/session/roles';
import { toast } from '../../shared/toast';
import { CommentText } from '../../shared/ui/comment-text';
import { PersonPicture } from '../../shared/ui/person-picture';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { addReply, changeOwnComment } from './api';
import { CommentNotes } from './comment-notes';
import { CommentTextForm } from './comment-text-form';
import { type Action, type QueuedComment, commenterName, isOwnComment } from './moderation';
import { RowActions } from './row-actions';

export type RowProps = {
  comment: QueuedComment;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onAction: (action: Action) => void;
  onJudge: () => void;
  onDelete: () => void;
};

/** A comment in the queue. The row itself gets the focus when the keys move to it. */
export function CommentRow(props: RowProps) {
  const { comment, isSelected, onSelect, onAction, onJudge, onDelete } = props;
  const { _id: id, user, blog: post, state, createdAt, contentHtml, content } = comment;
  const client = useQueryClient();
  const admin = useAdmin()?.account;
  const row = useRef<HTMLElement>(null);
  const [form, setForm] = useState<'reply' | 'edit' | null>(null);
  const name = commenterName(comment);
  const isOwn = isOwnComment(comment, admin?.username);

  function closeForm() {
    setForm(null);
    row.current?.focus();
  }

  async function reply(text: string) {
    await addReply(post._id, id, text);
    toast.success('Reply added');
    void invalidateAfter(client, 'comment');
  }

  async function edit(text: string) {
    await changeOwnComment(id, text);
    toast.success('Comment updated');
    void invalidateAfter(client, 'comment');
  }

  return (
    <article
      ref={row}
      className="managed-comment"
      data-comment={id}
      data-state={state}
      tabIndex={-1}
      aria-label={`Comment of ${name} on ${post.title}`}
    >
      <label className="managed-comment-box">
        <input
          type="checkbox"
          className="checkbox-control"
          aria-label={`Select the comment of ${name} on ${post.title}`}
          checked={isSelected}
          onChange={({ target }) => {
            onSelect(target.checked);
          }}
        />
      </label>
      <PersonPicture image={user?.profileImage ?? null} />
      <div className="managed-comment-head">
        <Author comment={comment} />
        <span className="row-note">
          <TimeStamp time={createdAt} form="ago" />
        </span>
      </div>
      <div className="managed-comment-body">
        <CommentNotes comment={comment} />
        {form === 'edit' ? (
          <CommentTextForm
            label="Edit the comment"
            text={content}
            submitText="Save"
            busyText="Saving..."
            failed="Failed to update comment"
            onSubmit={edit}
            onClose={closeForm}
          />
        ) : (
          <CommentText html={contentHtml} />
        )}
        <p className="row-note queue-context">
          <span>
            {comment.parentId !== null && 'A reply. '}On blog:{' '}
            <Link to={paths.comment(post, id)}>{post.title}</Link>
          </span>
          <Narrowing comment={comment} />
        </p>
        {form === 'reply' && (
          <CommentTextForm
            label={`Reply to ${name}`}
            text=""
            submitText="Reply"
            busyText="Replying..."
            failed="Failed to add comment"
            onSubmit={reply}
            onClose={closeForm}
          />
        )}
        <RowActions
          comment={comment}
          isOwn={isOwn}
          onAction={onAction}
          onJudge={onJudge}
          onDelete={onDelete}
          onReply={() => {
            setForm('reply');
          }}
          onEdit={() => {
            setForm('edit');
          }}
        />
      </div>
    </article>
  );
}

function Author({ comment }: { comment: QueuedComment }) {
  const { user } = comment;
  const name = commenterName(comment);
  const role = ROLES.find((one) => one === comment.role);
  if (user?._id) {
    return (
      <Link to={paths.profile(user._id)} className="row-title">
        {name}
      </Link>
    );
  }
  return role ? (
    <span className="row-title">
      {name}{' '}
      <span className="status" data-tone="accent">
        {ROLE_NAMES[role]}
      </span>
    </span>
  ) : (
    <span className="managed-comment-gone">{name}</span>
  );
}

/** Links to the comments of the same reader, and to those on the same post. */
function Narrowing({ comment: { user, blog: post } }: { comment: QueuedComment }) {
  const [address] = useSearchParams();
  return (
    <>
      {user?._id && !address.has('user') && (
        <Link to={`${paths.adminComments}?user=${encodeURIComponent(user._id)}`}>
          All by {user.name}
        </Link>
      )}
      {!address.has('blog') && (
        <Link
          to={`${paths.adminComments}?blog=${encodeURIComponent(post._id)}`}
          aria-label={`All on this post: ${post.title}`}
        >
          All on this post
        </Link>
      )}
    </>
  );
}
