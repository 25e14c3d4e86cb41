import { useSearchParams } from 'react-router';

import { pageIn } from './page-in-address';

type Changes = { search?: string; status?: string };

export type ListAddress<Status extends string> = {
  search: string;
  /** Undefined for all statuses. */
  status: Status | undefined;
  page: number;
  /** Changes the filters and returns to the first page. */
  change: (changes: Changes) => void;
  /** Returns the address of a page with the present filters. */
  to: (page: number) => string;
  goTo: (page: number) => void;
};

/**
 * The filters and the page of a list in the panel, stored in the address only. Lists of one page have different
 * parameters for their page numbers.
 */
export function useListAddress<Status extends string = never>(
  statuses: readonly Status[] = [],
  pageParameter = 'page',
): ListAddress<Status> {
  const [address, setAddress] = useSearchParams();
  const search = address.get('search') ?? '';
  const status = statuses.find((value) => value === address.get('status'));

  function addressOf(changes: Changes & { page?: number }): URLSearchParams {
    const { page = 1, ...filters } = { search, status, ...changes };
    const own = { ...filters, [pageParameter]: page > 1 ? String(page) : '' };
    const others = [...address].filter(([name]) => !(name in own));
    const entries = [...others, ...Object.entries(own)];
    return new URLSearchParams(
      entries.filter((entry): entry is [string, string] => Boolean(entry[1])),
    );
  }

  return {
    search,
    status,
    page: pageIn(address, pageParameter),
    change: (changes) => {
      // Replaces the entry: each typed letter would otherwise be a step of Back.
      setAddress(addressOf(changes), { replace: 'search' in changes, preventScrollReset: true });
    },
    to: (page) => `?${addressOf({ page }).toString()}`,
    goTo: (page) => {
      setAddress(addressOf({ page }), { replace: true });
    },
  };
}
