import type { Comment } from '../../shared/api/types';
import { commentPatch, countAfter } from '../../shared/marks/cached-copies';
import type { Mark } from '../../shared/marks/press';
import { readersOnly } from '../../shared/session/readers-only';
import { useMark } from '../../shared/marks/use-mark';
import { switchCommentLike } from './api';

const TEXTS = {
  login: 'Please login to like comments',
  failure: 'Failed to like comment',
  asAdmin: readersOnly('like comments'),
};

export function useCommentLike({ _id: id, isLiked }: Comment): () => void {
  const press = useMark();
  return () => {
    void press(likeOf(id), !isLiked, TEXTS);
  };
}

function likeOf(id: string): Mark {
  return {
    key: `comment-like ${id}`,
    send: () => switchCommentLike(id),
    patch: ({ isOn, count }) =>
      commentPatch(id, (comment) => {
        const likeCount = count ?? countAfter(comment.likeCount, comment.isLiked, isOn);
        return comment.isLiked === isOn && comment.likeCount === likeCount
          ? comment
          : { ...comment, isLiked: isOn, likeCount };
      }),
  };
}
