import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { FileText, Hash } from 'lucide-react';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';

import type { SearchSuggestion } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { suggestionsQuery } from '../api';
import './suggestions.css';
import { useCombobox } from './use-combobox';
import { useTyped } from './use-typed';

/** For a single letter almost everything would be suggested. */
const LENGTH_MIN = 2;
/** No suggestion: Enter searches for what was typed. */
const TYPED_TEXT = -1;
const NONE: readonly SearchSuggestion[] = [];

type Props = {
  input: HTMLInputElement;
  /** Called when a suggestion was chosen in place of the typed text. */
  onChoose: (() => void) | undefined;
};

/** The tags and titles that are suggested below a search field, in which the focus stays. */
export function SearchSuggestions({ input, onChoose }: Props) {
  const listId = useId();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(TYPED_TEXT);
  const typed = useTyped(input, () => {
    setOpen(true);
    setActive(TYPED_TEXT);
  });
  const isAsked = isOpen && typed.length >= LENGTH_MIN;
  const found = useQuery({
    ...suggestionsQuery(typed),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const suggestions = isAsked ? (found.data?.suggestions ?? NONE) : NONE;
  const optionId = (index: number) => `${listId}-${index}`;

  function close() {
    setOpen(false);
    setActive(TYPED_TEXT);
  }

  function choose(suggestion: SearchSuggestion | undefined) {
    if (suggestion) {
      close();
      onChoose?.();
      void navigate(addressOf(suggestion));
    }
  }

  useCombobox(input, {
    listId,
    isShown: suggestions.length > 0,
    activeId: suggestions[active] && optionId(active),
    onMove: (step) => {
      // The typed text is one of the places, between the last suggestion and the first one.
      const places = suggestions.length + 1;
      setActive(((active + 1 + step + places) % places) - 1);
    },
    onChoose: () => {
      choose(suggestions[active]);
    },
    onClose: close,
  });

  return (
    <div
      id={listId}
      role="listbox"
      aria-label="Suggestions"
      className="suggestions"
      hidden={suggestions.length === 0}
    >
      {suggestions.map((suggestion, index) => (
        // The keys of the field choose it: the focus stays there.
        // eslint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={addressOf(suggestion)}
          id={optionId(index)}
          className="suggestion"
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => {
            event.preventDefault();
          }}
          onClick={() => {
            choose(suggestion);
          }}
        >
          <SuggestionText suggestion={suggestion} />
        </div>
      ))}
    </div>
  );
}

function SuggestionText({ suggestion }: { suggestion: SearchSuggestion }) {
  return suggestion.kind === 'tag' ? (
    <>
      <Hash aria-hidden />
      <span className="visually-hidden">Tag </span>
      <span className="suggestion-text">{suggestion.name}</span>
    </>
  ) : (
    <>
      <FileText aria-hidden />
      <span className="suggestion-text">{suggestion.title}</span>
    </>
  );
}

function addressOf(suggestion: SearchSuggestion): string {
  return suggestion.kind === 'tag' ? paths.tag(suggestion.slug) : paths.post(suggestion);
}
