import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '../../shared/toast';

import { ConnectionError } from '../../shared/api/connection';
import type { Comment } from '../../shared/api/types';
import { USER_COMMENTS_KEY } from '../../shared/api/keys';
import { blogPatch, isWholeBlog, patchCopies } from '../../shared/marks/cached-copies';
import { readersOnly } from '../../shared/session/readers-only';
import { useRefusal } from '../../shared/session/use-refusal';
import { addComment } from './api';

const TEXTS = {
  login: 'Please login to comment',
  failure: 'Failed to add comment',
  asAdmin: readersOnly('comment'),
};

/** Adds a comment of the reader on top of the others, and gives it; null when it was not taken. `lost` says that it did not get there. */
export function useAddComment(blogId: string) {
  const client = useQueryClient();
  const showRefusal = useRefusal();
  const [lost, setLost] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function add(content: string): Promise<Comment | null> {
    setBusy(true);
    setLost(null);
    try {
      const comment = await addComment(blogId, content);
      patchCopies(
        client,
        blogPatch(blogId, (blog) => {
          const stats = { ...blog.stats, commentCount: blog.stats.commentCount + 1 };
          return isWholeBlog(blog)
            ? { ...blog, stats, comments: [comment, ...blog.comments] }
            : { ...blog, stats };
        }),
      );
      void client.invalidateQueries({ queryKey: [USER_COMMENTS_KEY] });
      toast.success('Comment added successfully');
      return comment;
    } catch (error) {
      if (error instanceof ConnectionError) {
        setLost(`${error.message} Your comment is kept here.`);
      } else {
        showRefusal(error, TEXTS);
      }
      return null;
    } finally {
      setBusy(false);
    }
  }

  return { add, isBusy, lost };
}
