import { MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import type { Comment } from '../../shared/api/types';
import { useIsHydrating } from '../../shared/hydration';
import { Count } from '../../shared/ui/count';
import { EmptyState } from '../../shared/ui/states';
import { useFocusFirstNew } from '../../shared/ui/use-focus-first-new';
import { CommentForm } from './comment-form';
import { CommentItem } from './comment-item';
import './comments.css';
import { useAddressedComment } from './use-addressed-comment';
import { useComments } from './use-comments';

const TITLE_ID = 'comments';
/** One text node, as the server renders it: otherwise hydration would replace it. */
const TITLE = 'Comments ';

type Props = { postId: string; newest: readonly Comment[]; total: number };

/** The comments of a post, newest first. */
export function Comments({ postId, newest, total }: Props) {
  const list = useComments(postId, newest, total);
  const addressed = useAddressedComment(list);
  const { list: items, focusFirstAfter } = useFocusFirstNew<HTMLOListElement>(list.comments.length);
  const [added, setAdded] = useState<string>();
  const isAddedShown = list.comments.some((comment) => comment._id === added);
  const title = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  const isHydrating = useIsHydrating();
  const [initialHash] = useState(hash);

  useEffect(() => {
    const item = isAddedShown ? document.getElementById(`comment-${added}`) : null;
    item?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: 'center' });
  }, [added, isAddedShown]);

  // The browser scrolled to the hash before the post was rendered.
  useEffect(() => {
    if (initialHash === `#${TITLE_ID}`) {
      title.current?.scrollIntoView();
    }
  }, [initialHash]);

  return (
    <section className="comments" aria-labelledby={TITLE_ID}>
      <h2 ref={title} id={TITLE_ID} className="section-title" tabIndex={-1}>
        {TITLE}
        <span className="comments-count">
          <Count of={total} />
        </span>
      </h2>
      <CommentForm postId={postId} onAdded={setAdded} />
      {list.comments.length === 0 ? (
        <EmptyState icon={MessageCircle} title="No comments yet">
          <p className="state-text">Be the first to say something.</p>
        </EmptyState>
      ) : (
        <ol ref={items} className="comment-list">
          {list.comments.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              isAddressed={comment._id === (added ?? addressed)}
            />
          ))}
        </ol>
      )}
      {list.hasFailed && (
        <p className="comments-failure" role="alert">
          Failed to load comments. Please try again.
        </p>
      )}
      {list.hasMore && !isHydrating && (
        <button
          type="button"
          className="button comments-more"
          aria-disabled={list.isLoading}
          onClick={() => {
            if (!list.isLoading) {
              focusFirstAfter(list.loadMore());
            }
          }}
        >
          {list.isLoading ? 'Loading comments...' : 'Load more comments'}
        </button>
      )}
    </section>
  );
}
