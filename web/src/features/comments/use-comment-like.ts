import type { Comment } from '../../shared/api/types';
import { commentPatch, countAfterToggle } from '../../shared/marks/patch-all-queries';
import type { Mark } from '../../shared/marks/toggle-queue';
import { readersOnly } from '../../shared/session/readers-only';
import { useMark } from '../../shared/marks/use-mark';
import { toggleCommentLike } from './api';

const TEXTS = {
  login: 'Please login to like comments',
  failure: 'Failed to like comment',
  asAdmin: readersOnly('like comments'),
};

export function useCommentLike({ _id: id, isLiked }: Comment): () => void {
  const setMark = useMark();
  return () => {
    void setMark(likeOf(id), !isLiked, TEXTS);
  };
}

function likeOf(id: string): Mark {
  return {
    key: `comment-like ${id}`,
    send: () => toggleCommentLike(id),
    patch: ({ isOn, count }) =>
      commentPatch(id, (comment) => {
        const likeCount = count ?? countAfterToggle(comment.likeCount, comment.isLiked, isOn);
        return comment.isLiked === isOn && comment.likeCount === likeCount
          ? comment
          : { ...comment, isLiked: isOn, likeCount };
      }),
  };
}
