import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';

import { connectionMessage } from '../../shared/api/errors';
import type { ProfileComment } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { ErrorState } from '../../shared/ui/failure-states';
import { EmptyState } from '../../shared/ui/states';
import { useFocusFirstNew } from '../../shared/ui/use-focus-first-new';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { userCommentsQuery } from './api';

const FAILED = 'Failed to load comments. Please try again.';
const SKELETONS = 3;

type Props = { userId: string; title: string };

/** What a reader said, on all posts, the last first. */
export function SaidComments({ userId, title }: Props) {
  return (
    <section className="said" aria-labelledby="said">
      <h2 id="said" className="said-heading">
        {title}
      </h2>
      <SaidList userId={userId} />
    </section>
  );
}

function SaidList({ userId }: { userId: string }) {
  const said = useInfiniteQuery(userCommentsQuery(userId));
  const comments = withoutRepeats(said.data?.pages.flat() ?? []);
  const { list, awaitMore } = useFocusFirstNew<HTMLOListElement>(comments.length);
  if (said.data === undefined) {
    return said.isError ? (
      <ErrorState
        message={connectionMessage(said.error, FAILED)}
        onRetry={() => void said.refetch()}
      />
    ) : (
      <SaidSkeleton />
    );
  }
  if (comments.length === 0) {
    return <EmptyState icon={MessageCircle} title="No comments yet" />;
  }
  return (
    <>
      <ol ref={list} className="said-list">
        {comments.map((comment) => (
          <SaidItem key={comment._id} comment={comment} />
        ))}
      </ol>
      {said.hasNextPage && (
        <div className="load-more">
          {said.isFetchNextPageError && <p role="alert">{connectionMessage(said.error, FAILED)}</p>}
          <button
            type="button"
            className="button"
            aria-disabled={said.isFetchingNextPage}
            onClick={() => {
              if (!said.isFetchingNextPage) {
                awaitMore(said.fetchNextPage());
              }
            }}
          >
            {said.isFetchingNextPage ? 'Loading...' : 'Load more'}
          </button>
        </div>
      )}
    </>
  );
}

function SaidItem({ comment }: { comment: ProfileComment }) {
  const titleId = `said-${comment._id}`;
  return (
    <li className="said-item" tabIndex={-1}>
      <div className="said-head">
        <h3 id={titleId} className="said-title">
          {comment.blogTitle}
        </h3>
        <TimeStamp time={comment.createdAt} form="moment" />
      </div>
      <p className="said-text" dir="auto">
        {comment.content}
      </p>
      <Link
        to={paths.comment({ _id: comment.blogId, slug: comment.blogSlug }, comment._id)}
        className="section-all"
        aria-describedby={titleId}
      >
        View Discussion
      </Link>
    </li>
  );
}

function SaidSkeleton() {
  return (
    <div role="status" aria-label="Loading comments">
      <ol className="said-list" aria-hidden>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <li key={index} className="said-item">
            <div className="skeleton skeleton-line skeleton-short" />
            <div className="skeleton skeleton-line" />
            <div className="skeleton skeleton-line said-skeleton-link" />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A comment written meanwhile moves the others on by one, and the last of a page comes again on the next. */
function withoutRepeats(comments: readonly ProfileComment[]): ProfileComment[] {
  return [...new Map(comments.map((comment) => [comment._id, comment])).values()];
}
