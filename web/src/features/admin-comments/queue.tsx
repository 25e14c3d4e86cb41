import { useRef, useState } from 'react';

import { BulkBar } from './bulk-bar';
import { CommentList } from './comment-list';
import { KeyHelp } from './key-help';
import {
  type Action,
  type Queue as QueueName,
  type QueuedComment,
  canApply,
  isInQueue,
  nextRow,
  readerOf,
} from './moderation';
import { focusRow, focusRowSoon, focusedRow } from './row-focus';
import { SpamDialog } from './spam-dialog';
import type { Moderation } from './use-moderation';
import { type QueueKey, useKeysSwitch, useQueueKeys } from './use-queue-keys';
import { useSelection } from './use-selection';

type Props = {
  /** The comments of the page as the decisions leave them, but for those that are in the queue no more. */
  comments: readonly QueuedComment[];
  moderation: Moderation;
  onUndo: () => void;
  /** Called for the comment of a reader whose standing is to be changed. */
  onJudge: (comment: QueuedComment) => void;
  onDelete: (comment: QueuedComment) => void;
};

/** The comments of a queue, to be decided on one by one or together, with the mouse and by keys. */
export function Queue({ comments, moderation, onUndo, onJudge, onDelete }: Props) {
  const ids = comments.map(({ _id }) => _id);
  const { selected, select, selectAll } = useSelection(ids);
  const chosen = comments.filter(({ _id }) => selected.has(_id));
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [spam, setSpam] = useState<readonly QueuedComment[] | null>(null);
  const rowAfterDialog = useRef<string | null>(null);
  const keys = useKeysSwitch();

  /** Decides on comments that the action changes; returns the row to go to. */
  function decide(
    action: Action,
    changed: readonly QueuedComment[],
    isWholeUser = false,
  ): string | null {
    const changedIds = changed.map(({ _id }) => _id);
    moderation.decide({ ids: changedIds, action, isWholeUser });
    selectAll(false);
    // What was approved or dismissed stays in the list of all comments.
    return nextRow(ids, changedIds) ?? changedIds[0] ?? null;
  }

  function act(action: Action, about: readonly QueuedComment[]) {
    const changed = about.filter((comment) => canApply(action, comment));
    if (changed.length === 0) {
      return;
    }
    if (action === 'spam') {
      setSpam(changed);
    } else {
      focusRowSoon(decide(action, changed));
    }
  }

  function move(step: 1 | -1) {
    const present = focusedRow();
    const index = present === null ? -1 : ids.indexOf(present);
    const next = index === -1 ? 0 : index + step;
    const id = ids[Math.min(Math.max(next, 0), ids.length - 1)];
    if (id !== undefined) {
      focusRow(id);
    }
  }

  function press(key: QueueKey) {
    const present = comments.filter(({ _id }) => _id === focusedRow());
    const about = chosen.length > 0 ? chosen : present;
    switch (key) {
      case 'j':
        move(1);
        break;
      case 'k':
        move(-1);
        break;
      case 'x':
        present.forEach(({ _id: id }) => {
          select(id, !selected.has(id));
        });
        break;
      case 'a':
        act('approve', about);
        break;
      case 'r':
        act('remove', about);
        break;
      case 's':
        act('spam', about);
        break;
      case 'd':
        act('dismiss', about);
        break;
      case 'b':
        // A standing is a matter of one reader, whatever is selected.
        present.filter(readerOf).forEach(onJudge);
        break;
      case 'z':
        onUndo();
        break;
      case '?':
        setHelpOpen(!isHelpOpen);
        break;
    }
  }

  useQueueKeys(keys.isOn, press);

  return (
    <>
      <KeyHelp
        keys={keys}
        isOpen={isHelpOpen}
        onToggle={() => {
          setHelpOpen(!isHelpOpen);
        }}
      />
      <BulkBar
        comments={comments}
        selected={chosen}
        onSelectAll={selectAll}
        onAction={(action) => {
          act(action, chosen);
        }}
      />
      <CommentList
        comments={comments}
        selected={selected}
        onSelect={select}
        onAction={(action, comment) => {
          act(action, [comment]);
        }}
        onJudge={onJudge}
        onDelete={onDelete}
      />
      {spam && (
        <SpamDialog
          comments={spam}
          onConfirm={(isWholeUser) => {
            rowAfterDialog.current = decide('spam', spam, isWholeUser);
          }}
          onClose={() => {
            setSpam(null);
            if (rowAfterDialog.current !== null) {
              focusRow(rowAfterDialog.current);
              rowAfterDialog.current = null;
            }
          }}
        />
      )}
    </>
  );
}

/** Returns the comments of a queue as the decisions leave them. */
export function decidedComments(
  comments: readonly QueuedComment[],
  queue: QueueName | undefined,
  moderation: Moderation,
): readonly QueuedComment[] {
  return comments.map(moderation.decided).filter((comment) => isInQueue(comment, queue));
}
