import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';

import { seriesPostsQuery } from '../../../features/admin-series/api';
import { SeriesDialog } from '../../../features/admin-series/series-dialog';
import { SeriesOrder } from '../../../features/admin-series/series-order';
import { hasCode, isNotFound, messageFor } from '../../../shared/api/errors';
import type { Series, SeriesPost } from '../../../shared/api/types';
import { adminSeries, seriesPath } from '../../../shared/collection-paths';
import { ErrorState } from '../../../shared/ui/failure-states';
import { LoadingRows } from '../../../shared/ui/loading-rows';
import { PageTitle } from '../../../shared/ui/page-title';

/** A series with its posts, whose order can be changed. */
export function OneSeriesPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(seriesPostsQuery(id));
  return (
    <div className="page">
      {data ? (
        <Managed key={id} series={data.series} posts={data.blogs} />
      ) : (
        <>
          <PageTitle title="Series">Series</PageTitle>
          {error ? (
            <ErrorState message={failureOf(error)} onRetry={() => void refetch()}>
              <Link to={adminSeries} className="button">
                All series
              </Link>
            </ErrorState>
          ) : (
            <LoadingRows text="Loading the series..." rows={4} />
          )}
        </>
      )}
    </div>
  );
}

function failureOf(error: Error): string {
  // Those of others are hidden from authors.
  return isNotFound(error) || hasCode(error, 'role_not_allowed')
    ? 'There is no such series'
    : messageFor(error, 'Failed to fetch the series');
}

function Managed({ series, posts }: { series: Series; posts: readonly SeriesPost[] }) {
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <div className="panel-head">
        <PageTitle title="Series">{series.title}</PageTitle>
        <button
          type="button"
          className="button"
          onClick={() => {
            setEdited(true);
          }}
        >
          <Pencil aria-hidden />
          Edit
        </button>
      </div>
      <p className="panel-lead">
        {series.postCount > 0 ? (
          <Link to={seriesPath(series.slug)}>See its page</Link>
        ) : (
          'Its page is there once one of its posts is published.'
        )}
      </p>
      {posts.length === 0 ? (
        <p className="panel-lead">
          No posts yet: they come into it by their settings, in the editor.
        </p>
      ) : (
        <SeriesOrder id={series._id} stored={posts} />
      )}
      <Link to={adminSeries} className="button">
        All series
      </Link>
      {isEdited && (
        <SeriesDialog
          series={series}
          onClose={() => {
            setEdited(false);
          }}
        />
      )}
    </>
  );
}
