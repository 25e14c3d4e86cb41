import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';

import { messageFor } from '../../shared/api/errors';
import type { Note } from '../../shared/api/types';
import { useAdmin } from '../../shared/session/admin-session';
import { ErrorState } from '../../shared/ui/failure-states';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { useFocusFirstNew } from '../../shared/ui/use-focus-first-new';
import { notesQuery } from './api';
import { NoteForm } from './note-form';
import { NoteText } from './note-text';
import './review.css';
import { leadingNameOf } from './writer';

const FAILED = 'Failed to load the notes';

/** A step of the review in words, after the name of whoever took it. */
const STEPS: Readonly<Record<string, string>> = {
  submitted: 'submitted it for review',
  changesRequested: 'requested changes',
  approved: 'approved it',
};

/** The part of the settings for what the staff say to each other about a post; null stands for one never saved. */
export function Notes({ post }: { post: { id: string } | null }) {
  const titleId = useId();
  return (
    <section
      className="notes"
      aria-labelledby={titleId}
      // The field is no part of the post: a change of it is no change of the post.
      onChange={(event) => {
        event.stopPropagation();
      }}
    >
      <h2 id={titleId} className="notes-title">
        Notes
      </h2>
      {post === null ? (
        <p className="notes-lead">Save the draft first.</p>
      ) : (
        <>
          <p className="notes-lead">Between its authors and the editors. Readers never see them.</p>
          <NoteForm key={post.id} postId={post.id} />
          <NotesOf postId={post.id} />
        </>
      )}
    </section>
  );
}

function NotesOf({ postId }: { postId: string }) {
  const {
    data,
    error,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  } = useInfiniteQuery(notesQuery(postId));
  const notes = withoutDuplicates(data?.pages.flatMap((page) => page.notes) ?? []);
  const { list, focusFirstAfter } = useFocusFirstNew<HTMLOListElement>(notes.length);

  if (data === undefined) {
    return error ? (
      <ErrorState message={messageFor(error, FAILED)} onRetry={() => void refetch()} />
    ) : (
      <div className="skeleton skeleton-line" role="status" aria-label="Loading the notes" />
    );
  }
  return (
    <>
      <ol ref={list} className="notes-list">
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} />
        ))}
      </ol>
      {isFetchNextPageError && (
        <p className="field-error" role="alert">
          {messageFor(error, FAILED)}
        </p>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="button button-small notes-more"
          aria-disabled={isFetchingNextPage || undefined}
          onClick={() => {
            if (!isFetchingNextPage) {
              focusFirstAfter(fetchNextPage());
            }
          }}
        >
          {isFetchingNextPage ? 'Loading...' : 'Earlier notes'}
        </button>
      )}
    </>
  );
}

function NoteItem({ note }: { note: Note }) {
  const ownId = useAdmin()?.account._id;
  const { event, text, createdAt } = note;
  const step = event === null ? undefined : STEPS[event];
  return (
    // Focused when earlier notes arrive.
    <li className="note" data-event={event ?? undefined} tabIndex={-1}>
      <p className="note-head">
        <span>
          <strong className="note-writer">{leadingNameOf(note, ownId)}</strong>
          {step !== undefined && ` ${step}`}
        </span>
        <TimeStamp time={createdAt} form="moment" />
      </p>
      {text !== '' && <NoteText text={text} />}
    </li>
  );
}

/** Removes duplicates: a note added meanwhile shifts the pages by one. */
function withoutDuplicates(notes: readonly Note[]): Note[] {
  return [...new Map(notes.map((note) => [note.id, note])).values()];
}
