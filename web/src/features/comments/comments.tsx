import { MessageCircle } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import type { Comment } from '../../shared/api/types';
import { useIsServed } from '../../shared/served';
import { Count } from '../../shared/ui/count';
import { EmptyState } from '../../shared/ui/states';
import { useFocusFirstNew } from '../../shared/ui/use-focus-first-new';
import { CommentForm } from './comment-form';
import { CommentItem } from './comment-item';
import './comments.css';
import { useAddressedComment } from './use-addressed-comment';
import { useComments } from './use-comments';

const TITLE_ID = 'comments';
/** One text, as the server writes it: React takes over a text in place when it is whole. */
const TITLE = 'Comments ';

type Props = { blogId: string; newest: readonly Comment[]; total: number };

/** What readers said, newest first. */
export function Comments({ blogId, newest, total }: Props) {
  const list = useComments(blogId, newest, total);
  const addressed = useAddressedComment(list);
  const { list: items, awaitMore } = useFocusFirstNew<HTMLOListElement>(list.comments.length);
  const [added, setAdded] = useState<string>();
  const isAddedShown = list.comments.some((comment) => comment._id === added);
  const title = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  const isServed = useIsServed();
  const [arrivedAt] = useState(hash);

  useEffect(() => {
    const item = isAddedShown ? document.getElementById(`comment-${added}`) : null;
    item?.focus({ preventScroll: true });
    item?.scrollIntoView({ block: 'center' });
  }, [added, isAddedShown]);

  // The browser looked for the place before the post was there.
  useEffect(() => {
    if (arrivedAt === `#${TITLE_ID}`) {
      title.current?.scrollIntoView();
    }
  }, [arrivedAt]);

  return (
    <section className="comments" aria-labelledby={TITLE_ID}>
      <h2 ref={title} id={TITLE_ID} className="section-title" tabIndex={-1}>
        {TITLE}
        <span className="comments-count">
          <Count of={total} />
        </span>
      </h2>
      <CommentForm blogId={blogId} onAdded={setAdded} />
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
      {list.hasMore && !isServed && (
        <button
          type="button"
          className="button comments-more"
          aria-disabled={list.isLoading}
          onClick={() => {
            if (!list.isLoading) {
              awaitMore(list.loadMore());
            }
          }}
        >
          {list.isLoading ? 'Loading comments...' : 'Load more comments'}
        </button>
      )}
    </section>
  );
}
