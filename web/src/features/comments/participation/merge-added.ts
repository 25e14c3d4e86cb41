import type { Comment } from '../../../shared/api/types';

/**
 * Returns comments in the order of their thread with those that were added and are not among them: a reply after all
 * comments below the one that it replies to, or at the end.
 */
export function mergeAdded(
  listed: readonly Comment[],
  added: readonly Comment[],
): readonly Comment[] {
  return added.reduce(
    (list, comment) => (list.some(({ _id }) => _id === comment._id) ? list : merge(list, comment)),
    listed,
  );
}

function merge(list: readonly Comment[], comment: Comment): readonly Comment[] {
  const parent = list.findIndex(({ _id }) => _id === comment.parentId);
  const depth = list[parent]?.depth ?? 0;
  const end = list.findIndex((other, index) => index > parent && other.depth <= depth);
  return parent < 0 || end < 0 ? [...list, comment] : list.toSpliced(end, 0, comment);
}
