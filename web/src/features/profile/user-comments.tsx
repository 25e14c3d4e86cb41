import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { Link } from 'react-router';

import { connectionMessage } from '../../shared/api/errors';
import type { ProfileComment } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { useSiteLinks } from '../../shared/ui/site-links';
import { CommentText } from '../../shared/ui/comment-text';
import { ErrorState } from '../../shared/ui/failure-states';
import { EmptyState } from '../../shared/ui/states';
import { useFocusFirstNew } from '../../shared/ui/use-focus-first-new';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { WaitingNote } from '../../shared/ui/waiting-note';
import { userCommentsQuery } from './api';

const FAILED = 'Failed to load comments. Please try again.';
const SKELETONS = 3;

type Props = { userId: string; title: string };

/** The comments of a reader on all posts, the newest first. */
export function UserComments({ userId, title }: Props) {
  const section = useSiteLinks<HTMLElement>();
  return (
    <section ref={section} className="user-comments" aria-labelledby="user-comments">
      <h2 id="user-comments" className="user-comments-heading">
        {title}
      </h2>
      <CommentList userId={userId} />
    </section>
  );
}

function CommentList({ userId }: { userId: string }) {
  const query = useInfiniteQuery(userCommentsQuery(userId));
  const comments = withoutDuplicates(query.data?.pages.flat() ?? []);
  const { list, focusFirstAfter } = useFocusFirstNew<HTMLOListElement>(comments.length);
  if (query.data === undefined) {
    return query.isError ? (
      <ErrorState
        message={connectionMessage(query.error, FAILED)}
        onRetry={() => void query.refetch()}
      />
    ) : (
      <ListSkeleton />
    );
  }
  if (comments.length === 0) {
    return <EmptyState icon={MessageCircle} title="No comments yet" />;
  }
  return (
    <>
      <ol ref={list} className="user-comments-list">
        {comments.map((comment) => (
          <CommentItem key={comment._id} comment={comment} />
        ))}
      </ol>
      {query.hasNextPage && (
        <div className="load-more">
          {query.isFetchNextPageError && (
            <p role="alert">{connectionMessage(query.error, FAILED)}</p>
          )}
          <button
            type="button"
            className="button"
            aria-disabled={query.isFetchingNextPage}
            onClick={() => {
              if (!query.isFetchingNextPage) {
                focusFirstAfter(query.fetchNextPage());
              }
            }}
          >
            {query.isFetchingNextPage ? 'Loading...' : 'Load more'}
          </button>
        </div>
      )}
    </>
  );
}

function CommentItem({ comment }: { comment: ProfileComment }) {
  const titleId = `user-comments-${comment._id}`;
  return (
    <li className="user-comments-item" tabIndex={-1}>
      <div className="user-comments-head">
        <h3 id={titleId} className="user-comments-title">
          {comment.blogTitle}
        </h3>
        <TimeStamp time={comment.createdAt} form="moment" />
      </div>
      {comment.state === 'held' && <WaitingNote />}
      <CommentText html={comment.contentHtml} />
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

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading comments">
      <ol className="user-comments-list" aria-hidden>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <li key={index} className="user-comments-item">
            <div className="skeleton skeleton-line skeleton-short" />
            <div className="skeleton skeleton-line" />
            <div className="skeleton skeleton-line user-comments-skeleton-link" />
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Removes duplicates: a comment added meanwhile shifts the pages by one. */
function withoutDuplicates(comments: readonly ProfileComment[]): ProfileComment[] {
  return [...new Map(comments.map((comment) => [comment._id, comment])).values()];
}
