import './admin-comments.css';
import { CommentRow } from './comment-row';
import type { Action, QueuedComment } from './moderation';

type Props = {
  comments: readonly QueuedComment[];
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
  onAction: (action: Action, comment: QueuedComment) => void;
  onJudge: (comment: QueuedComment) => void;
  onDelete: (comment: QueuedComment) => void;
};

export function CommentList(props: Props) {
  const { comments, selected, onSelect, onAction, onJudge, onDelete } = props;
  return (
    <ol className="panel-card managed-comments">
      {comments.map((comment) => (
        <li key={comment._id}>
          <CommentRow
            comment={comment}
            isSelected={selected.has(comment._id)}
            onSelect={(isSelected) => {
              onSelect(comment._id, isSelected);
            }}
            onAction={(action) => {
              onAction(action, comment);
            }}
            onJudge={() => {
              onJudge(comment);
            }}
            onDelete={() => {
              onDelete(comment);
            }}
          />
        </li>
      ))}
    </ol>
  );
}
