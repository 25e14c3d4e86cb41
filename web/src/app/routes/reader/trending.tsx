import { useQuery } from '@tanstack/react-query';
import { TrendingUp } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';

import { TRENDING_PAGE, trendingQuery } from '../../../features/posts/api';
import { PostGrid, PostGridSkeleton } from '../../../features/posts/post-grid';
import { messageFor } from '../../../shared/api/errors';
import labels from '../../../shared/labels/lists.json';
import { pageIn } from '../../../shared/page-in-address';
import { paths } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';
import { Pagination, numberedTitle } from '../../../shared/ui/pagination';
import { ErrorState, PastTheEnd } from '../../../shared/ui/failure-states';
import { EmptyState } from '../../../shared/ui/states';
import type { Prefetch } from '../../prefetched-page';

export const prefetchTrending: Prefetch = (client, { address }) =>
  client.query(trendingQuery(pageIn(address)));

export function TrendingPage() {
  const [address] = useSearchParams();
  const page = pageIn(address);
  return (
    <div className="page">
      <PageTitle title={numberedTitle(labels.trendingTitle, page)}>
        {labels.trendingTitle}
      </PageTitle>
      <p className="page-lead">What is read and talked about now.</p>
      <TrendingList page={page} />
    </div>
  );
}

function TrendingList({ page }: { page: number }) {
  const trending = useQuery(trendingQuery(page));
  if (trending.isError) {
    return (
      <ErrorState
        message={messageFor(trending.error, 'Failed to fetch trending blogs')}
        onRetry={() => void trending.refetch()}
      />
    );
  }
  if (trending.data === undefined) {
    return <PostGridSkeleton count={TRENDING_PAGE} />;
  }
  if (trending.data.trendingBlogs.length === 0) {
    return trending.data.total > 0 ? (
      <PastTheEnd firstPage={paths.trending()} />
    ) : (
      <EmptyState icon={TrendingUp} title={labels.nothingTrending}>
        <Link to={paths.treasure()} className="button">
          {labels.browseAll}
        </Link>
      </EmptyState>
    );
  }
  return (
    <div aria-busy={trending.isPlaceholderData || undefined}>
      <PostGrid posts={trending.data.trendingBlogs} heading="h2" isLead />
      <Pagination page={page} totalPages={trending.data.totalPages} to={paths.trending} />
    </div>
  );
}
