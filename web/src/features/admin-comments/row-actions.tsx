import {
  Ban,
  Check,
  FlagOff,
  Gauge,
  type LucideIcon,
  Pencil,
  Reply,
  Trash2,
  X,
} from 'lucide-react';

import {
  ACTIONS,
  ACTION_NAMES,
  type Action,
  type QueuedComment,
  canApply,
  commenterName,
  readerOf,
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
  onJudge: () => void;
  onReply: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

/** The actions on one comment, as far as it allows them. */
export function RowActions(props: Props) {
  const { comment, isOwn, onAction, onJudge, onReply, onEdit, onDelete } = props;
  const reader = readerOf(comment);
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
      {reader && (
        <button
          type="button"
          className="button row-button"
          aria-label={`Silence or ban ${reader.name}`}
          onClick={onJudge}
        >
          <Gauge aria-hidden />
          Silence or ban
        </button>
      )}
      {comment.state !== 'removed' && (
        <button
          type="button"
          className="row-action row-danger"
          aria-label={`Delete ${ofWhom}`}
          title="Delete"
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </button>
      )}
    </div>
  );
}
