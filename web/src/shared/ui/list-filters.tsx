import type { ReactNode } from 'react';

import type { ListAddress } from '../use-list-address';
import { SearchField } from './search-field';

type Props<Status extends string> = {
  /** The plural of the items, for the label of the search. */
  plural: string;
  /** The label of the option without a status filter. */
  all: string;
  statuses: readonly { value: Status; label: string }[];
  address: ListAddress<Status>;
  /** Further filters. */
  children?: ReactNode;
};

/** The search field and the status filter of a list in the panel. */
export function ListFilters<Status extends string>(props: Props<Status>) {
  const { plural, all, statuses, address, children } = props;
  return (
    <div className="filters">
      <SearchField
        label={`Search ${plural}`}
        placeholder={`Search ${plural}...`}
        text={address.search}
        onSearch={(search) => {
          address.change({ search });
        }}
      />
      <label className="select">
        <span className="visually-hidden">Status</span>
        <select
          value={address.status ?? ''}
          onChange={({ target }) => {
            address.change({ status: target.value });
          }}
        >
          <option value="">{all}</option>
          {statuses.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {children}
    </div>
  );
}
