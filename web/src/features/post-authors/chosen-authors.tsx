import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { useAdmin } from '../../shared/session/admin-session';
import { usePermissions } from '../../shared/session/permissions';
import { Avatar } from '../../shared/ui/avatar';
import { FieldError } from '../../shared/form/field';
import { AddAuthor } from './add-author';
import { AUTHORS_MAX } from './api';
import { type Author, type EditedPost, moved, useAuthors } from './use-authors';

const AVATAR_SIZE = 24;

type Props = {
  id: string;
  stored: readonly Author[];
  amend: EditedPost['amend'];
};

/** The authors of a post in their order, with the buttons that change them. */
export function ChosenAuthors({ id, stored, amend }: Props) {
  const { canEditAllPosts } = usePermissions();
  const ownId = useAdmin()?.account._id;
  const { authors, change, error, isBusy } = useAuthors(id, stored, amend);
  const { list, keepFocus } = useKeptFocus(isBusy);
  /** What screen readers are told. */
  const [news, setNews] = useState('');

  async function move(index: number, step: -1 | 1) {
    const author = authors[index];
    keepFocus(author?._id, step === -1 ? 'up' : 'down');
    if (author && (await change(moved(authors, index, step)))) {
      setNews(`${author.username} is now number ${index + step + 1} of ${authors.length}`);
    }
  }

  async function remove(index: number) {
    const author = authors[index];
    const rest = authors.filter((_, place) => place !== index);
    keepFocus((rest[index] ?? rest.at(-1))?._id, 'remove');
    if (author && (await change(rest))) {
      setNews(`${author.username} is no longer an author`);
    }
  }

  async function add(author: Author) {
    if (await change([...authors.filter(({ _id }) => _id !== null), author])) {
      setNews(`${author.username} is now an author`);
    }
  }

  return (
    <>
      <ol ref={list} className="post-authors-list" aria-busy={isBusy || undefined}>
        {authors.map((author, index) => (
          <li key={author._id} className="post-author" data-author={author._id}>
            <Avatar src={author.avatar} size={AVATAR_SIZE} />
            <span className="post-author-name">{author.username}</span>
            {authors.length > 1 && (
              <span className="post-author-actions">
                <Action
                  kind="up"
                  label={`Move ${author.username} up`}
                  isPossible={index > 0}
                  onClick={() => void move(index, -1)}
                />
                <Action
                  kind="down"
                  label={`Move ${author.username} down`}
                  isPossible={index < authors.length - 1}
                  onClick={() => void move(index, 1)}
                />
                <Action
                  kind="remove"
                  label={`Remove ${author.username}`}
                  // Only editors can take themselves out of a post.
                  isPossible={canEditAllPosts || author._id !== ownId}
                  onClick={() => void remove(index)}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {error !== null && (
        <div role="alert">
          <FieldError id={`${id}-authors-error`}>{error}</FieldError>
        </div>
      )}
      {authors.length < AUTHORS_MAX ? (
        <AddAuthor present={authors} onAdd={(author) => void add(author)} />
      ) : (
        <p className="post-authors-lead">A post has at most {AUTHORS_MAX} authors.</p>
      )}
      <p className="visually-hidden" role="status">
        {news}
      </p>
    </>
  );
}

const ICONS = { up: ChevronUp, down: ChevronDown, remove: X } as const;

type ActionProps = {
  kind: keyof typeof ICONS;
  label: string;
  isPossible: boolean;
  onClick: () => void;
};

/** A button of an author. One that is not possible stays in its place, and keeps the focus. */
function Action({ kind, label, isPossible, onClick }: ActionProps) {
  const Icon = ICONS[kind];
  return (
    <button
      type="button"
      className="row-action"
      aria-label={label}
      title={label}
      data-kind={kind}
      aria-disabled={!isPossible || undefined}
      onClick={() => {
        if (isPossible) {
          onClick();
        }
      }}
    >
      <Icon aria-hidden />
    </button>
  );
}

/** Keeps the focus at an author who moves, or takes it to the one beside whoever was removed. */
function useKeptFocus(isBusy: boolean) {
  const list = useRef<HTMLOListElement>(null);
  const target = useRef<{ author: string; kind: ActionProps['kind'] } | null>(null);

  // After each rendering: a row that moves or goes loses the focus, also when the change is undone.
  useEffect(() => {
    if (target.current !== null && document.activeElement === document.body) {
      const { author, kind } = target.current;
      const row = list.current?.querySelector(`[data-author="${CSS.escape(author)}"]`);
      const button =
        row?.querySelector<HTMLElement>(`[data-kind="${kind}"]`) ??
        list.current?.parentElement?.querySelector<HTMLElement>('[role="combobox"]');
      button?.focus();
    }
    if (!isBusy) {
      target.current = null;
    }
  });

  return {
    list,
    keepFocus: (author: string | null | undefined, kind: ActionProps['kind']) => {
      target.current = author ? { author, kind } : null;
    },
  };
}
