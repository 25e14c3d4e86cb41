import { X } from 'lucide-react';

import type { TreasureFilter } from '../../shared/paths';
import { SearchField } from '../../shared/ui/search-field';
import { ALL_CATEGORIES, CATEGORIES, SORTS } from './categories';

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
      />
      <label className="select">
        <span className="visually-hidden">Category</span>
        <select
          value={query.category ?? ALL_CATEGORIES}
          onChange={({ target }) => {
            onChange({ category: target.value === ALL_CATEGORIES ? '' : target.value });
          }}
        >
          {[ALL_CATEGORIES, ...CATEGORIES].map((category) => (
            <option key={category} value={category}>
              {category === ALL_CATEGORIES ? 'All' : category}
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
        <button
          type="button"
          className="chip"
          aria-label={`Remove the tag ${query.tag}`}
          onClick={() => {
            onChange({ tag: '' });
          }}
        >
          #{query.tag}
          <X aria-hidden />
        </button>
      )}
    </div>
  );
}
