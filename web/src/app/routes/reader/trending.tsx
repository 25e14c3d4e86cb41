import { useQuery } from '@tanstack/react-query';
import { TrendingUp } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';

import { TRENDING_PAGE, trendingQuery } from '../../../features/posts/api';
import { PostGrid, PostGridSkeleton } from '../../../features/posts/post-grid';
import { messageFor } from '../../../shared/api/errors';
import labels from '../../../shared/labels/lists.json';
import { pageIn } from '../../../shared/page-in-address';
import { paths, withQuery } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';
import { Pagination, numberedTitle } from '../../../shared/ui/pagination';
import { ErrorState, PastTheEnd } from '../../../shared/ui/failure-states';
import { EmptyState } from '../../../shared/ui/states';
import { Tabs } from '../../../shared/ui/tabs';
import type { Prefetch } from '../../prefetched-page';

/** Returns the span of time in an address: none, which means now, if it is absent or unknown, as on the server. */
function spanIn(address: URLSearchParams) {
  const window = address.get('window') ?? '';
  return labels.trendingWindows.find(({ value }) => value !== '' && value === window);
}

function trendingPath(window: string, page = 1): string {
  return withQuery(paths.trending(), { window, page: page > 1 ? String(page) : undefined });
}

export const prefetchTrending: Prefetch = (client, { address }) =>
  client.query(trendingQuery(spanIn(address)?.value ?? '', pageIn(address)));

/** The trending posts, of now or of a span of time. The server renders the same. */
export function TrendingPage() {
  const [address] = useSearchParams();
  const [span, page] = [spanIn(address), pageIn(address)];
  const window = span?.value ?? '';
  const title = span ? `${labels.trendingTitle}: ${span.label}` : labels.trendingTitle;
  return (
    <div className="page">
      <PageTitle title={numberedTitle(title, page)}>{labels.trendingTitle}</PageTitle>
      <p className="page-lead">What is read and talked about now.</p>
      <Tabs
        label="Span of time"
        tabs={labels.trendingWindows.map(({ value, label }) => ({
          label,
          to: trendingPath(value),
          isPresent: value === window,
        }))}
      />
      <TrendingList window={window} page={page} />
    </div>
  );
}

function TrendingList({ window, page }: { window: string; page: number }) {
  const trending = useQuery(trendingQuery(window, page));
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
      <PastTheEnd firstPage={trendingPath(window)} />
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
      <Pagination
        page={page}
        totalPages={trending.data.totalPages}
        to={(target) => trendingPath(window, target)}
      />
    </div>
  );
}
