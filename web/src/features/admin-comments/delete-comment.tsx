import { useQueryClient } from '@tanstack/react-query';

import { invalidateAfter } from '../../shared/api/invalidation';
import { useAdmin } from '../../shared/session/admin-session';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import { deleteComment } from './api';
import { type QueuedComment, commenterName, isOwnComment } from './moderation';

type Props = { comment: QueuedComment; onDeleted: () => void; onClose: () => void };

export function DeleteComment({ comment, onDeleted, onClose }: Props) {
  const client = useQueryClient();
  const isOwn = isOwnComment(comment, useAdmin()?.account.username);

  async function confirm() {
    try {
      await deleteComment(comment._id);
      onDeleted();
      return true;
    } catch {
      window.alert('Failed to delete comment. Please try again.');
      return false;
    } finally {
      // After an error as well: it may have been deleted before.
      void invalidateAfter(client, 'comment');
    }
  }

  return (
    <ConfirmDialog
      title="Are you sure you want to delete this comment?"
      description={
        <>
          What <strong>{commenterName(comment)}</strong> said on{' '}
          <strong>{comment.blog.title}</strong>{' '}
          {isOwn ? 'goes for good.' : 'is removed. It can be restored for 30 days.'}
        </>
      }
      confirmText="Delete"
      busyText="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
