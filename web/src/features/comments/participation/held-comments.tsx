import { useQuery } from '@tanstack/react-query';

import { waiting } from '../../../shared/labels/comments.json';
import { CommentItem } from '../comment-item';
import { heldQuery } from './api';

/** The reader's own comments that only they see until a moderator has approved them. */
export function HeldComments({ postId }: { postId: string }) {
  const { data, isError, refetch } = useQuery(heldQuery(postId));
  if (isError && data === undefined) {
    return (
      <p className="comments-failure" role="alert">
        Your comments that wait for a moderator could not be loaded.{' '}
        <button type="button" className="link-button" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (data === undefined || data.comments.length === 0) {
    return null;
  }
  return (
    <section className="comments-held" aria-label="Your comments that wait for a moderator">
      <ol className="comment-list">
        {data.comments.map((comment) => (
          <li key={comment._id} className="comment-thread">
            <p className="comment-waiting">{waiting}</p>
            <CommentItem comment={comment} />
          </li>
        ))}
      </ol>
    </section>
  );
}
