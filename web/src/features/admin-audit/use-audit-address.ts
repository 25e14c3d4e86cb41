import { useSearchParams } from 'react-router';

import { type ListAddress, useListAddress } from '../../shared/use-list-address';

const NAMES = ['actor', 'action', 'target', 'from', 'to'] as const;

/** What is looked for; empty texts do not limit it. */
export type AuditFilter = {
  /** The id of a member of the staff, or {@link NOBODY}. */
  actor: string;
  /** The name of a change, or of an area. */
  action: string;
  /** The id of what was changed. */
  target: string;
  /** The first day, such as 2026-03-04. */
  from: string;
  /** The last day. */
  to: string;
};

export type AuditAddress = {
  filter: AuditFilter;
  /** Changes a part of the filter, and returns to the first page. */
  setFilter: (changes: Partial<AuditFilter>) => void;
  /** The address as the list knows it: a filter counts as a status, which "Show all" clears. */
  list: ListAddress<string>;
};

/** The actor of changes by the command line and by the site itself. */
export const NOBODY = 'none';

/** The filter and the page of the audit log, stored in the address only. */
export function useAuditAddress(): AuditAddress {
  const [address, setAddress] = useSearchParams();
  const list = useListAddress();
  const part = (name: keyof AuditFilter) => address.get(name) ?? '';
  const filter: AuditFilter = {
    actor: part('actor'),
    action: part('action'),
    target: part('target'),
    from: part('from'),
    to: part('to'),
  };

  function setFilter(changes: Partial<AuditFilter>): void {
    const parts = Object.entries({ ...filter, ...changes });
    setAddress(
      parts.filter(([, value]) => value !== ''),
      { preventScrollReset: true },
    );
  }

  return {
    filter,
    setFilter,
    list: {
      ...list,
      status: NAMES.some((name) => filter[name] !== '') ? 'filtered' : undefined,
      change: () => {
        setFilter({ actor: '', action: '', target: '', from: '', to: '' });
      },
    },
  };
}
