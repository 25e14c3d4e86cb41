import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { RECENT_PAGE, recentlyViewedQuery } from '../../../features/posts/api';
import { PostCard } from '../../../features/posts/post-card';
import { PostGridSkeleton } from '../../../features/posts/post-grid';
import { messageFor } from '../../../shared/api/errors';
import { useIsHydrating } from '../../../shared/hydration';
import { paths } from '../../../shared/paths';
import { forgetViews, recentlyViewedIds, recentlyViewedTimes } from '../../../shared/recent-views';
import { PageTitle } from '../../../shared/ui/page-title';
import { ErrorState } from '../../../shared/ui/failure-states';
import { EmptyState } from '../../../shared/ui/states';
import { useFocusFirstNew } from '../../../shared/ui/use-focus-first-new';
import { TimeStamp } from '../../../shared/ui/time-stamp';

const FETCH_FAILED = 'Failed to fetch blogs. Please try again later.';

/** The posts recently viewed in this browser, latest first. */
export function RecentPage() {
  const [ids, setIds] = useState(recentlyViewedIds);
  const isHydrating = useIsHydrating();

  function clear() {
    forgetViews();
    setIds([]);
  }

  return (
    <div className="page">
      <div className="section-head">
        <PageTitle title="Recently Visited">Recently Visited</PageTitle>
        {!isHydrating && ids.length > 0 && (
          <button type="button" className="button button-quiet" onClick={clear}>
            Clear history
          </button>
        )}
      </div>
      {/* The server's text for browsers without scripts. */}
      <noscript />
      {!isHydrating && (ids.length === 0 ? <NoVisits /> : <VisitedList ids={ids} />)}
    </div>
  );
}

function VisitedList({ ids }: { ids: string[] }) {
  const visited = useInfiniteQuery(recentlyViewedQuery(ids));
  const [times] = useState(recentlyViewedTimes);
  const posts = visited.data?.pages.flatMap((page) => page.blogs) ?? [];
  const { list, focusFirstAfter } = useFocusFirstNew<HTMLUListElement>(posts.length);
  if (visited.isError && visited.data === undefined) {
    return (
      <ErrorState
        message={messageFor(visited.error, FETCH_FAILED)}
        onRetry={() => void visited.refetch()}
      />
    );
  }
  if (visited.data === undefined) {
    return <PostGridSkeleton count={RECENT_PAGE} />;
  }
  if (posts.length === 0) {
    return <NoVisits />;
  }
  return (
    <>
      <ul ref={list} className="grid">
        {posts.map((post) => (
          <li key={post._id}>
            <PostCard post={post} heading="h2" note={<VisitedAt time={times[post._id]} />} />
          </li>
        ))}
      </ul>
      {visited.hasNextPage && (
        <div className="load-more">
          {visited.isFetchNextPageError && (
            <p role="alert">{messageFor(visited.error, FETCH_FAILED)}</p>
          )}
          <button
            type="button"
            className="button"
            aria-disabled={visited.isFetchingNextPage}
            onClick={() => {
              if (!visited.isFetchingNextPage) {
                focusFirstAfter(visited.fetchNextPage());
              }
            }}
          >
            {visited.isFetchingNextPage ? 'Loading...' : 'Load More'}
          </button>
        </div>
      )}
    </>
  );
}

function VisitedAt({ time }: { time: string | undefined }) {
  return time === undefined ? null : (
    <p className="card-note">
      Visited <TimeStamp time={time} form="relative" />
    </p>
  );
}

function NoVisits() {
  return (
    <EmptyState icon={History} title="No Recent Blogs">
      <p className="state-text">Posts that you open are remembered here, in this browser only.</p>
      <Link to={paths.treasure()} className="button">
        Browse all posts
      </Link>
    </EmptyState>
  );
}
