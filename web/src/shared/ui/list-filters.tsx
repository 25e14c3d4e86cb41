import type { ListAddress } from '../use-list-address';
import { SearchField } from './search-field';

type Props<Status extends string> = {
  /** What the list is of, as its search names it. */
  plural: string;
  /** How the choice of no state reads. */
  all: string;
  statuses: readonly { value: Status; label: string }[];
  address: ListAddress<Status>;
};

/** Narrows a list of the panel to a search and to one state. */
export function ListFilters<Status extends string>(props: Props<Status>) {
  const { plural, all, statuses, address } = props;
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
    </div>
  );
}
