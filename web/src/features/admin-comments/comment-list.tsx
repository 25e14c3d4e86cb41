import { Trash2 } from 'lucide-react';
import { Link } from 'react-router';

import type { ManagedComment } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { PersonPicture } from '../../shared/ui/person-picture';
import { TimeStamp } from '../../shared/ui/time-stamp';
import './admin-comments.css';

type Props = {
  comments: readonly ManagedComment[];
  onDelete: (comment: ManagedComment) => void;
};

export function CommentList({ comments, onDelete }: Props) {
  return (
    <ol className="panel-card managed-comments">
      {comments.map((comment) => (
        <CommentRow
          key={comment._id}
          comment={comment}
          onDelete={() => {
            onDelete(comment);
          }}
        />
      ))}
    </ol>
  );
}

function CommentRow({ comment, onDelete }: { comment: ManagedComment; onDelete: () => void }) {
  const { _id: id, user, blog: post, content, createdAt } = comment;
  return (
    <li className="managed-comment">
      <PersonPicture image={user.profileImage} />
      <p className="managed-comment-head">
        {user._id === null ? (
          <span className="managed-comment-gone">{user.name}</span>
        ) : (
          <Link to={paths.profile(user._id)} className="row-title">
            {user.name}
          </Link>
        )}
        <span className="row-note">
          <TimeStamp time={createdAt} form="ago" />
        </span>
      </p>
      <div className="managed-comment-body">
        <p className="managed-comment-text" dir="auto">
          {content}
        </p>
        <p className="row-note">
          On blog: <Link to={paths.comment(post, id)}>{post.title}</Link>
        </p>
      </div>
      <button
        type="button"
        className="row-action row-danger"
        aria-label={`Delete the comment of ${user.name} on ${post.title}`}
        title="Delete"
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </button>
    </li>
  );
}
