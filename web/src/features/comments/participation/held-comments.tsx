import { useQuery } from '@tanstack/react-query';

import { WaitingNote } from '../../../shared/ui/waiting-note';
import { CommentItem } from '../comment-item';
import { FailureLine } from '../failure-line';
import { heldQuery } from './api';

/** The reader's own comments that only they see until a moderator has approved them. */
export function HeldComments({ postId }: { postId: string }) {
  const { data, isError, refetch } = useQuery(heldQuery(postId));
  if (isError && data === undefined) {
    return (
      <FailureLine
        text="Your comments that wait for a moderator could not be loaded."
        retry={() => void refetch()}
      />
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
            <WaitingNote />
            <CommentItem comment={comment} />
          </li>
        ))}
      </ol>
    </section>
  );
}
