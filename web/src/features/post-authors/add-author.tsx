import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import type { PossibleAuthor } from '../../shared/api/types';
import { Field } from '../../shared/form/field';
import { ROLE_NAMES } from '../../shared/session/role-texts';
import { ADMIN_PICTURE } from '../../shared/site';
import { possibleAuthorsQuery } from './api';
import type { Author } from './use-authors';

/** The most matches that are listed. */
const SHOWN_MAX = 50;

type Props = { present: readonly Author[]; onAdd: (author: Author) => void };

/** The field that adds an author: a list of the staff that typing narrows, after the combobox pattern of WAI-ARIA. */
export function AddAuthor({ present, onAdd }: Props) {
  const listId = useId();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  // Asked for with the first use: most posts have one author.
  const [isUsed, setUsed] = useState(false);
  const people = useQuery({ ...possibleAuthorsQuery(), enabled: isUsed });
  const matches = matching(people.data ?? [], present, text);
  const optionId = (index: number) => `${listId}-${index}`;
  const error = people.isError
    ? messageFor(people.error, 'Failed to load the members of the team')
    : undefined;

  function open() {
    setUsed(true);
    setOpen(true);
    if (people.isError) {
      void people.refetch();
    }
  }

  function close() {
    setOpen(false);
    setActive(0);
  }

  function choose(person: PossibleAuthor | undefined) {
    if (person) {
      onAdd(asAuthor(person));
      setText('');
      close();
    }
  }

  function go(index: number) {
    open();
    const next = (index + matches.length) % matches.length;
    if (matches.length > 0) {
      setActive(next);
      document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) {
      return;
    }
    switch (event.key) {
      case 'ArrowDown':
        event.preventDefault();
        go(isOpen ? active + 1 : 0);
        break;
      case 'ArrowUp':
        event.preventDefault();
        go(isOpen ? active - 1 : matches.length - 1);
        break;
      case 'Enter':
        // Never the form of the post.
        event.preventDefault();
        if (isOpen) {
          choose(matches[active]);
        }
        break;
      case 'Escape':
        if (isOpen || text !== '') {
          event.preventDefault();
          setText('');
          close();
        }
        break;
      default:
    }
  }

  return (
    <div className="add-author">
      <Field label="Add an author" error={error} id={undefined} describedBy={undefined}>
        {(wiring) => (
          <input
            type="text"
            className="field-control"
            role="combobox"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="Type a name"
            {...wiring}
            value={text}
            aria-expanded={isOpen}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && matches[active] ? optionId(active) : undefined}
            onFocus={() => {
              setUsed(true);
            }}
            onClick={open}
            onChange={({ target }) => {
              setText(target.value);
              setActive(0);
              open();
            }}
            onKeyDown={onKeyDown}
            onBlur={close}
          />
        )}
      </Field>
      <div
        id={listId}
        className="add-author-list"
        role="listbox"
        aria-label="Members of the team"
        hidden={!isOpen}
      >
        {matches.map((person, index) => (
          // The keys of the field choose it: the focus stays there.
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={person.id}
            id={optionId(index)}
            className="add-author-option"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onMouseDown={(event) => {
              event.preventDefault();
            }}
            onClick={() => {
              choose(person);
            }}
          >
            <span className="add-author-name">{person.username}</span>{' '}
            <span className="add-author-role">{ROLE_NAMES[person.role]}</span>
          </div>
        ))}
      </div>
      {isOpen && matches.length === 0 && !people.isError && (
        <p className="add-author-none" role="status">
          {people.isSuccess ? 'Nobody of this name' : 'Loading the team...'}
        </p>
      )}
    </div>
  );
}

/** Returns those whose names contain the text, who are no authors yet. */
function matching(
  people: readonly PossibleAuthor[],
  present: readonly Author[],
  text: string,
): PossibleAuthor[] {
  const taken = new Set(present.map(({ _id }) => _id));
  const words = text.trim().toLocaleLowerCase();
  return people
    .filter(({ id, username }) => !taken.has(id) && username.toLocaleLowerCase().includes(words))
    .slice(0, SHOWN_MAX);
}

/** Returns an author as posts have them, until the server has told. */
function asAuthor({ id, username }: PossibleAuthor): Author {
  return {
    _id: id,
    id,
    username,
    name: username,
    slug: null,
    avatar: ADMIN_PICTURE,
    profileImage: { url: ADMIN_PICTURE, name: username, description: '' },
  };
}
