import { Search } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 250;
const LENGTH_MAX = 200;

type Props = {
  label: string;
  placeholder: string;
  /** The present search text. */
  text: string;
  onSearch: (text: string) => void;
  /** The suggestions for the field once it is used. One that is chosen replaces the typed text, which is not searched. */
  suggestions?: ComponentType<{ input: HTMLInputElement; onChoose: () => void }>;
};

/** A search field. It searches after a pause in typing, and follows the address when Back changes it. */
export function SearchField({
  label,
  placeholder,
  text,
  onSearch,
  suggestions: Suggestions,
}: Props) {
  const [typed, setTyped] = useState(text);
  const [searched, setSearched] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onSearch);
  const [usedInput, setUsedInput] = useState<HTMLInputElement | null>(null);
  if (text !== searched) {
    setSearched(text);
    setTyped(typed.trim() === text ? typed : text);
  }

  function search(next: string) {
    clearTimeout(timer.current);
    latest.current(next.trim());
  }

  function searchSoon(next: string) {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(search, TYPING_PAUSE_MS, next);
  }

  useEffect(() => {
    latest.current = onSearch;
  });

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
        aria-label={label}
        placeholder={placeholder}
        maxLength={LENGTH_MAX}
        value={typed}
        onFocus={({ currentTarget }) => {
          setUsedInput(currentTarget);
        }}
        onChange={({ target }) => {
          searchSoon(target.value);
        }}
      />
      {usedInput && Suggestions && (
        <Suggestions
          input={usedInput}
          onChoose={() => {
            clearTimeout(timer.current);
          }}
        />
      )}
    </form>
  );
}
