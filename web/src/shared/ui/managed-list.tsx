import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ListAddress } from '../use-list-address';
import { PastTheEnd } from './failure-states';
import { LoadingRows } from './loading-rows';
import { Pagination } from './pagination';
import { EmptyState } from './states';

const SKELETONS = 8;

/** The parts of a list query that the list shows. */
export type FetchedList = {
  data: { total: number; totalPages: number } | undefined;
  isError: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type Props = {
  list: FetchedList;
  /** The number of items on this page. */
  shown: number;
  address: ListAddress<string>;
  /** The singular and the plural of the items. */
  units: readonly [string, string];
  emptyIcon: LucideIcon;
  /** The title of the empty list; `No … found` by default. */
  emptyTitle?: string;
  /** The number of rows of the loading state. */
  skeletons?: number;
  /** Whether the page has other lists as well. */
  isPart?: boolean;
  children: ReactNode;
};

/** A paged list of the panel with its loading, empty, error and past-the-end states. */
export function ManagedList(props: Props) {
  const { list, shown, address, units, emptyIcon, isPart = false, children } = props;
  const [unit, plural] = units;
  const { emptyTitle = `No ${plural} found`, skeletons = SKELETONS } = props;
  const { data } = list;
  if (data === undefined) {
    return list.isError ? (
      <div className="state">
        <button type="button" className="button" onClick={() => void list.refetch()}>
          Try again
        </button>
      </div>
    ) : (
      <LoadingRows text={`Loading ${plural}...`} rows={skeletons} />
    );
  }
  if (shown === 0) {
    return data.total > 0 ? (
      <PastTheEnd firstPage={address.to(1)} />
    ) : (
      <EmptyState icon={emptyIcon} title={emptyTitle}>
        <ShowAll address={address} text={`Show all ${plural}`} />
      </EmptyState>
    );
  }
  return (
    <div aria-busy={list.isPlaceholderData}>
      <p className="found" role="status">
        {data.total.toLocaleString()} {data.total === 1 ? unit : plural}
      </p>
      {children}
      <Pagination
        page={address.page}
        totalPages={data.totalPages}
        to={address.to}
        list={isPart ? plural : undefined}
      />
    </div>
  );
}

function ShowAll({ address, text }: { address: ListAddress<string>; text: string }) {
  return address.search === '' && address.status === undefined ? null : (
    <button
      type="button"
      className="button"
      onClick={() => {
        address.change({ search: '', status: '' });
      }}
    >
      {text}
    </button>
  );
}
