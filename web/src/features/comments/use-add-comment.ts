import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../shared/toast';

import { ConnectionError } from '../../shared/api/connection';
import type { Comment } from '../../shared/api/types';
import { queryKey } from '../../shared/api/query-key';
import { postPatch, isFullPost, patchAllQueries } from '../../shared/marks/patch-all-queries';
import { readersOnly } from '../../shared/session/readers-only';
import { useActionError } from '../../shared/session/use-action-error';
import { addComment } from './api';

const TEXTS = {
  login: 'Please login to comment',
  failure: 'Failed to add comment',
  asAdmin: readersOnly('comment'),
};

/** Adds a comment at the top; `add` returns null if that failed. `lost` is the message of a lost connection. */
export function useAddComment(postId: string) {
  const client = useQueryClient();
  const showActionError = useActionError();
  const [lost, setLost] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function add(content: string): Promise<Comment | null> {
    setBusy(true);
    setLost(null);
    try {
      const comment = await addComment(postId, content);
      patchAllQueries(
        client,
        postPatch(postId, (post) => {
          const stats = { ...post.stats, commentCount: post.stats.commentCount + 1 };
          return isFullPost(post)
            ? { ...post, stats, comments: [comment, ...post.comments] }
            : { ...post, stats };
        }),
      );
      void client.invalidateQueries({ queryKey: queryKey('comments', 'by-user') });
      toast.success('Comment added successfully');
      return comment;
    } catch (error) {
      if (error instanceof ConnectionError) {
        setLost(`${error.message} Your comment is kept here.`);
      } else {
        showActionError(error, TEXTS);
      }
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { add, isBusy, lost };
}
