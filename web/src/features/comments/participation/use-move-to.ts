import { useLocation, useNavigate } from 'react-router';

import type { Comment } from '../../../shared/api/types';

/**
 * Returns a function that makes the address name a comment, which then gets the focus. The first comment of a thread is
 * on the page of the newest ones, a reply on the present one.
 */
export function useMoveTo(): (comment: Comment) => void {
  const navigate = useNavigate();
  const { search } = useLocation();
  return ({ _id: id, parentId }) => {
    const to = { search: parentId === null ? '' : search, hash: `#comment-${id}` };
    void navigate(to, { replace: true, preventScrollReset: true });
  };
}
