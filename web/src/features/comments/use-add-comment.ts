import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../shared/toast';

import { USER_COMMENTS_KEY } from '../../shared/api/keys';
import { blogPatch, isWholeBlog, patchCopies } from '../../shared/marks/cached-copies';
import { useRefusal } from '../../shared/session/use-refusal';
import { addComment } from './api';

const TEXTS = { login: 'Please login to comment', failure: 'Failed to add comment' };

/** Adds a comment of the reader on top of the others, and gives whether it was taken. */
export function useAddComment(blogId: string) {
  const client = useQueryClient();
  const showRefusal = useRefusal();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (content: string) => addComment(blogId, content),
  });

  async function add(content: string): Promise<boolean> {
    try {
      const comment = await mutateAsync(content);
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
      return true;
    } catch (error) {
      showRefusal(error, TEXTS);
      return false;
    }
  }

  return { add, isBusy: isPending };
}
