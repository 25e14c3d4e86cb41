import { MessageCircle } from 'lucide-react';

import type { Comment } from '../../shared/api/types';
import { EmptyState } from '../../shared/ui/states';
import { CommentForm } from './comment-form';
import { CommentItem } from './comment-item';
import './comments.css';
import { useAddressedComment } from './use-addressed-comment';
import { useComments } from './use-comments';

type Props = { blogId: string; newest: readonly Comment[]; total: number };

/** What readers said, newest first. */
export function Comments({ blogId, newest, total }: Props) {
  const list = useComments(blogId, newest, total);
  const addressed = useAddressedComment(list);
  return (
    <section className="comments" aria-labelledby="comments">
      <h2 id="comments" className="section-title" tabIndex={-1}>
        Comments <span className="comments-count">{total.toLocaleString()}</span>
      </h2>
      <CommentForm />
      {list.comments.length === 0 ? (
        <EmptyState icon={MessageCircle} title="No comments yet">
          <p className="state-text">Be the first to say something.</p>
        </EmptyState>
      ) : (
        <ol className="comment-list">
          {list.comments.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              isAddressed={comment._id === addressed}
            />
          ))}
        </ol>
      )}
      {list.hasFailed && (
        <p className="comments-failure" role="alert">
          Failed to load comments. Please try again.
        </p>
      )}
      {list.hasMore && (
        <button
          type="button"
          className="button comments-more"
          disabled={list.isLoading}
          onClick={list.loadMore}
        >
          {list.isLoading ? 'Loading comments...' : 'Load more comments'}
        </button>
      )}
    </section>
  );
}
