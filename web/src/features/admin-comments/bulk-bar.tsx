import { useEffect, useRef } from 'react';

import { ACTIONS, ACTION_NAMES, type Action, type QueuedComment, canApply } from './moderation';

type Props = {
  comments: readonly QueuedComment[];
  selected: readonly QueuedComment[];
  onSelectAll: (isSelected: boolean) => void;
  onAction: (action: Action) => void;
};

/** Selects all comments of the page, and decides on the selected ones together. */
export function BulkBar({ comments, selected, onSelectAll, onAction }: Props) {
  const box = useRef<HTMLInputElement>(null);
  const isAll = selected.length > 0 && selected.length === comments.length;
  const isPart = selected.length > 0 && !isAll;
  useEffect(() => {
    if (box.current) {
      box.current.indeterminate = isPart;
    }
  }, [isPart]);
  return (
    <div className="bulk-bar" role="group" aria-label="Selected comments">
      <label className="bulk-all">
        <input
          ref={box}
          type="checkbox"
          className="checkbox-control"
          checked={isAll}
          onChange={({ target }) => {
            onSelectAll(target.checked);
          }}
        />
        Select all
      </label>
      {selected.length > 0 && (
        <>
          <p className="bulk-count" role="status">
            {selected.length} selected
          </p>
          <div className="bulk-actions">
            {ACTIONS.map((action) => (
              <button
                key={action}
                type="button"
                className="button row-button"
                aria-label={`${ACTION_NAMES[action]} the selected comments`}
                disabled={!selected.some((comment) => canApply(action, comment))}
                onClick={() => {
                  onAction(action);
                }}
              >
                {ACTION_NAMES[action]}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}
