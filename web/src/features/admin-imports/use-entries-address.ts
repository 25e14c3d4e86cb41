import { useSearchParams } from 'react-router';

import { type ListAddress, useListAddress } from '../../shared/use-list-address';

/** What is looked for in a report; empty texts do not limit it. */
type Filter = { outcome: string; kind: string };

export type EntriesAddress = {
  filter: Filter;
  /** Changes a part of the filter, and returns to the first page. */
  setFilter: (changes: Partial<Filter>) => void;
  /** The address as the list knows it: a filter counts as a status, which "Show all" clears. */
  list: ListAddress<string>;
};

/** The parameter of the page of a report: the page has another list. */
const PAGE = 'entries';

/** The filter and the page of the report of an import, stored in the address only. */
export function useEntriesAddress(): EntriesAddress {
  const [address, setAddress] = useSearchParams();
  const list = useListAddress([], PAGE);
  const filter: Filter = { outcome: address.get('outcome') ?? '', kind: address.get('kind') ?? '' };

  function setFilter(changes: Partial<Filter>): void {
    const next = new URLSearchParams(address);
    next.delete(PAGE);
    for (const [name, value] of Object.entries(changes)) {
      if (value === '') {
        next.delete(name);
      } else {
        next.set(name, value);
      }
    }
    setAddress(next, { preventScrollReset: true });
  }

  return {
    filter,
    setFilter,
    list: {
      ...list,
      status: filter.outcome + filter.kind === '' ? undefined : 'filtered',
      change: () => {
        setFilter({ outcome: '', kind: '' });
      },
    },
  };
}
