import { Ban, Check, FlagOff, type LucideIcon, Pencil, Reply, Trash2, X } from 'lucide-react';

import {
  ACTIONS,
  ACTION_NAMES,
  type Action,
  type QueuedComment,
  canApply,
  commenterName,
} from './moderation';

const ICONS: Readonly<Record<Action, LucideIcon>> = {
  approve: Check,
  remove: X,
  spam: Ban,
  dismiss: FlagOff,
};

type Props = {
  comment: QueuedComment;
  isOwn: boolean;
  onAction: (action: Action) => void;
  onReply: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** The actions on one comment, as far as it allows them. */
export function RowActions({ comment, isOwn, onAction, onReply, onEdit, onDelete }: Props) {
  const ofWhom = `the comment of ${commenterName(comment)} on ${comment.blog.title}`;
  const actions = ACTIONS.filter((action) => canApply(action, comment));
  return (
    <div className="queue-actions">
      {actions.map((action) => {
        const Icon = ICONS[action];
        return (
          <button
            key={action}
            type="button"
            className="button row-button"
            aria-label={`${ACTION_NAMES[action]}: ${ofWhom}`}
            onClick={() => {
              onAction(action);
            }}
          >
            <Icon aria-hidden />
            {ACTION_NAMES[action]}
          </button>
        );
      })}
      {comment.state === 'visible' && (
        <button
          type="button"
          className="button row-button"
          aria-label={`Reply to ${ofWhom}`}
          onClick={onReply}
        >
          <Reply aria-hidden />
          Reply
        </button>
      )}
      {isOwn && comment.state === 'visible' && (
        <button
          type="button"
          className="button row-button"
          aria-label={`Edit ${ofWhom}`}
          onClick={onEdit}
        >
          <Pencil aria-hidden />
          Edit
        </button>
      )}
      <button
        type="button"
        className="row-action row-danger"
        aria-label={`Delete ${ofWhom}`}
        title="Delete"
        onClick={onDelete}
      >
        <Trash2 aria-hidden />
      </button>
    </div>
  );
}
