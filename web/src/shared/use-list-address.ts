import { useSearchParams } from 'react-router';

import { pageIn } from './page-in-address';

type Changes = { search?: string; status?: string };

export type ListAddress<Status extends string> = {
  search: string;
  /** Undefined for all. */
  status: Status | undefined;
  page: number;
  /** Narrows the list, which then begins at its first page. */
  change: (changes: Changes) => void;
  /** The address of a page of the list as it is. */
  to: (page: number) => string;
  goTo: (page: number) => void;
};

/** What a list of the panel is narrowed to and which page it shows: it stands in the address alone. */
export function useListAddress<Status extends string = never>(
  statuses: readonly Status[] = [],
): ListAddress<Status> {
  const [address, setAddress] = useSearchParams();
  const search = address.get('search') ?? '';
  const status = statuses.find((known) => known === address.get('status'));

  function addressOf(wanted: Changes & { page?: number }): URLSearchParams {
    const { page = 1, ...narrowed } = { search, status, ...wanted };
    const entries = Object.entries({ ...narrowed, page: page > 1 ? String(page) : '' });
    return new URLSearchParams(
      entries.filter((entry): entry is [string, string] => Boolean(entry[1])),
    );
  }

  return {
    search,
    status,
    page: pageIn(address),
    change: (changes) => {
      // Each letter of a search would else be a step to go back through.
      setAddress(addressOf(changes), { replace: 'search' in changes, preventScrollReset: true });
    },
    to: (page) => `?${addressOf({ page }).toString()}`,
    goTo: (page) => {
      setAddress(addressOf({ page }), { replace: true });
    },
  };
}
