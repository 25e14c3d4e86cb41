import { useState } from 'react';

import { CheckboxField } from '../../shared/form/checkbox-field';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import { type QueuedComment, commenterName } from './moderation';

type Props = {
  comments: readonly QueuedComment[];
  onConfirm: (isWholeUser: boolean) => void;
  onClose: () => void;
};

/** Asks whether only the comments are spam, or their authors are spammers. */
export function SpamDialog({ comments, onConfirm, onClose }: Props) {
  const [isWholeUser, setWholeUser] = useState(false);
  const readers = new Map(
    comments.flatMap(({ user }) => (user?._id ? [[user._id, user.name] as const] : [])),
  );
  const [first] = comments;
  const count = comments.length;
  return (
    <ConfirmDialog
      title={count === 1 ? 'Mark this comment as spam?' : `Mark ${count} comments as spam?`}
      description={
        count === 1 && first ? (
          <>
            What <strong>{commenterName(first)}</strong> said on <strong>{first.blog.title}</strong>{' '}
            is removed.
          </>
        ) : (
          'They are removed.'
        )
      }
      confirmText="Mark as spam"
      busyText="Marking..."
      onConfirm={() => {
        onConfirm(isWholeUser);
        return Promise.resolve(true);
      }}
      onClose={onClose}
    >
      {readers.size > 0 && (
        <CheckboxField
          label={
            readers.size === 1
              ? `Ban ${[...readers.values()].join('')} and remove all their comments`
              : `Ban all ${readers.size} authors and remove all their comments`
          }
          hint="They are signed out everywhere."
          checked={isWholeUser}
          onChange={({ target }) => {
            setWholeUser(target.checked);
          }}
        />
      )}
    </ConfirmDialog>
  );
}
