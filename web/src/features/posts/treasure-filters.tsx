import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import type { TreasureFilter } from '../../shared/paths';
import { ALL_CATEGORIES, CATEGORIES, SORTS } from './categories';

const TYPING_PAUSE_MS = 250;

type Props = { query: TreasureFilter; onChange: (changes: TreasureFilter) => void };

export function TreasureFilters({ query, onChange }: Props) {
  return (
    <div className="filters">
      <SearchField
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

type SearchFieldProps = { text: string; onSearch: (text: string) => void };

/** Searches a moment after the last letter, and follows the address when Back changes it. */
function SearchField({ text, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text);
  const [searched, setSearched] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (text !== searched) {
    setSearched(text);
    setTyped(typed.trim() === text ? typed : text);
  }

  function search(next: string) {
    clearTimeout(timer.current);
    onSearch(next.trim());
  }

  function searchSoon(next: string) {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, TYPING_PAUSE_MS, next);
  }

  useEffect(
    () => () => {
      clearTimeout(timer.current);
    },
    [],
  );

  return (
    <form
      role="search"
      className="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <Search aria-hidden />
      <input
        type="search"
        aria-label="Search posts"
        placeholder="Search titles and texts"
        maxLength={200}
        value={typed}
        onChange={({ target }) => {
          searchSoon(target.value);
        }}
      />
    </form>
  );
}
