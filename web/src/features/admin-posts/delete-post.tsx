import { useQueryClient } from '@tanstack/react-query';
import { toast } from '../../shared/toast';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { PostSummary } from '../../shared/api/types';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { deletePost } from './api';

type Props = { post: PostSummary; failure: Failure; onDeleted: () => void; onClose: () => void };

export function DeletePost({ post, failure, onDeleted, onClose }: Props) {
  const client = useQueryClient();

  async function confirm() {
    try {
      await deletePost(post._id);
      toast.success('Post deleted successfully');
      onDeleted();
      return true;
    } catch (error) {
      failure.show(error, 'Failed to delete post');
      return false;
    } finally {
      // After an error as well: it may have been deleted before.
      void invalidateAfter(client, 'post');
    }
  }

  return (
    <ConfirmDialog
      title="Are you sure you want to delete this post?"
      description={
        <>
          <strong>{post.title}</strong> goes for good, with its comments, likes and views.
        </>
      }
      confirmText="Delete"
      busyText="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
