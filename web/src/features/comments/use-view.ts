import { useSearchParams } from 'react-router';

import { pageIn } from '../../shared/page-in-address';
import type { Sort } from './api';

export type View = {
  sort: Sort;
  page: number;
  /** The id of a comment whose thread is open. */
  comment: string | null;
  /** The page of that thread's replies; undefined for the one with the comment. */
  repliesPage: number | undefined;
};

/** The part of the comments that the address names. */
export function useView(): View {
  const [address] = useSearchParams();
  return {
    sort: sortIn(address),
    page: pageIn(address, 'comments'),
    comment: address.get('comment'),
    repliesPage: address.has('replies') ? pageIn(address, 'replies') : undefined,
  };
}

function sortIn(address: URLSearchParams): Sort {
  const sort = address.get('sort');
  return sort === 'oldest' || sort === 'mostLiked' ? sort : 'newest';
}

/** Returns the end of an address in this order. */
export function sortPart(sort: Sort): string {
  return sort === 'newest' ? '' : `&sort=${sort}`;
}
