import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { messageFor } from '../../shared/api/errors';
import type { PostSummary } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { ErrorState, PastTheEnd } from '../../shared/ui/failure-states';
import { Pagination } from '../../shared/ui/pagination';
import { EmptyState } from '../../shared/ui/states';
import { followedPostsQuery } from './api';

type Props = {
  page: number;
  /** Draws the posts. */
  children: (posts: readonly PostSummary[]) => ReactNode;
  skeleton: ReactNode;
};

/** The posts by what the reader follows, the newest first. */
export function FollowedPosts({ page, children, skeleton }: Props) {
  const { data, error, isPlaceholderData, refetch } = useQuery(followedPostsQuery(page));
  if (data === undefined) {
    return error ? (
      <ErrorState
        message={messageFor(error, 'Failed to load the posts that you follow')}
        onRetry={() => void refetch()}
      />
    ) : (
      skeleton
    );
  }
  const { blogs: posts, total, totalPages } = data;
  if (posts.length === 0) {
    return total > 0 ? (
      <PastTheEnd firstPage={paths.following()} />
    ) : (
      <EmptyState icon={UserPlus} title="No posts here yet">
        <p className="state-text">
          Follow authors, tags and series on their pages, or at the end of a post. What they publish
          will stand here.
        </p>
        <Link to={paths.treasure()} className="button">
          Explore blogs
        </Link>
      </EmptyState>
    );
  }
  return (
    <div aria-busy={isPlaceholderData || undefined}>
      {children(posts)}
      <Pagination page={page} totalPages={totalPages} to={paths.following} />
    </div>
  );
}
