import { X } from 'lucide-react';
import { Link } from 'react-router';

import { type TreasureFilter, paths } from '../../shared/paths';
import { SearchField } from '../../shared/ui/search-field';
import { CATEGORIES, SORTS } from './categories';
import { SuggestionsFor } from './suggestions/suggestions-for';

type Props = { query: TreasureFilter; onChange: (changes: TreasureFilter) => void };

export function TreasureFilters({ query, onChange }: Props) {
  return (
    <div className="filters">
      <SearchField
        label="Search posts"
        placeholder="Search titles and texts"
        text={query.search ?? ''}
        onSearch={(search) => {
          onChange({ search });
        }}
        suggestions={SuggestionsFor}
      />
      <label className="select">
        <span className="visually-hidden">Category</span>
        <select
          value={query.category ?? ''}
          onChange={({ target }) => {
            onChange({ category: target.value });
          }}
        >
          <option value="">All</option>
          {CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {category}
            </option>
          ))}
        </select>
      </label>
      <label className="select">
        <span className="visually-hidden">Sort by</span>
        <select
          value={query.sort ?? (query.search ? '' : 'newest')}
          onChange={({ target }) => {
            onChange({ sort: target.value });
          }}
        >
          {query.search && <option value="">Best match</option>}
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {query.tag && (
        <Link
          to={paths.treasure({ ...query, tag: '' })}
          preventScrollReset
          className="chip"
          aria-label={`Remove the tag ${query.tag}`}
        >
          {`#${query.tag}`}
          <X aria-hidden />
        </Link>
      )}
      {/* The server's button for browsers without scripts. */}
      <noscript />
    </div>
  );
}
