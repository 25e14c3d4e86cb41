import type { Moderation } from './use-moderation';
import { doneText } from './moderation';

type Props = { moderation: Moderation; onUndo: () => void };

/** The latest decision, as long as it can be undone. */
export function UndoBar({ moderation: { undoable }, onUndo }: Props) {
  return (
    <div className="notices" role="status">
      {undoable && (
        <div key={undoable.key} className="queue-undo">
          <p>{doneText(undoable.action, undoable.ids.length)}</p>
          <button type="button" className="button" onClick={onUndo}>
            Undo
          </button>
        </div>
      )}
    </div>
  );
}
