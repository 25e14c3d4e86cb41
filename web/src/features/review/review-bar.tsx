import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareWarning, Send } from 'lucide-react';
import { useState } from 'react';

import { reloadPage } from '../../shared/reload-page';
import { useAdmin } from '../../shared/session/admin-session';
import { usePermissions } from '../../shared/session/permissions';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { notesQuery } from './api';
import { NoteText } from './note-text';
import './review.css';
import { ReviewActions } from './review-actions';
import { type ReviewedPost, isSubmitted } from './reviewed-post';
import { nameOf } from './writer';

/** Tells how far the review of the edited draft is, with the note of the last step. Editors decide here. */
export function ReviewBar({ post }: { post: ReviewedPost }) {
  const { canEditAllPosts } = usePermissions();
  const [outdated, setOutdated] = useState<string | null>(null);
  const { stored } = post;
  if (stored === null) {
    return null;
  }
  const isInReview = stored.status === 'draft' && stored.review !== 'none';
  return (
    <>
      {outdated !== null && (
        <div className="review-bar" data-tone="warning" role="alert">
          <MessageSquareWarning aria-hidden />
          <p className="review-state">{outdated}</p>
          <div className="review-actions">
            <button type="button" className="button button-small" onClick={reloadPage}>
              Reload
            </button>
          </div>
        </div>
      )}
      {isInReview && (
        <section
          className="review-bar"
          data-tone={stored.review === 'submitted' ? 'accent' : 'warning'}
          aria-label="Review"
        >
          {stored.review === 'submitted' ? (
            <Send aria-hidden />
          ) : (
            <MessageSquareWarning aria-hidden />
          )}
          <ReviewState id={stored.id} review={stored.review} />
          {isSubmitted(stored) && canEditAllPosts && (
            <ReviewActions post={post} onOutdated={setOutdated} />
          )}
        </section>
      )}
    </>
  );
}

/** The state in words, with the note that it came with. */
function ReviewState({ id, review }: { id: string; review: string }) {
  const ownId = useAdmin()?.account._id;
  const { canEditAllPosts } = usePermissions();
  const { data } = useInfiniteQuery(notesQuery(id));
  const note = data?.pages.flatMap(({ notes }) => notes).find(({ event }) => event === review);
  const by = note && nameOf(note, ownId);
  const state = review === 'submitted' ? 'Submitted for review' : 'Changes requested';
  return (
    <div className="review-state">
      <p className="review-words">
        <strong>{by === undefined ? state : `${state} by ${by}`}</strong>
        {note && (
          <>
            {' · '}
            <TimeStamp time={note.createdAt} form="moment" />
          </>
        )}
      </p>
      {note && note.text !== '' && <NoteText text={note.text} />}
      {!canEditAllPosts && review === 'submitted' && (
        <p className="review-hint">You can go on writing: editors read what was saved last.</p>
      )}
    </div>
  );
}
