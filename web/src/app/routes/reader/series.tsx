import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';

import { seriesQuery } from '../../../features/collections/api';
import {
  CollectionFailure,
  CollectionSkeleton,
} from '../../../features/collections/collection-states';
import { SeriesParts, SeriesPartsSkeleton } from '../../../features/collections/series-parts';
import { usePresentSlug } from '../../../features/collections/use-present-slug';
import { isNotFound, messageFor } from '../../../shared/api/errors';
import type { Series } from '../../../shared/api/types';
import { seriesPath } from '../../../shared/collection-paths';
import { useIsHydrating } from '../../../shared/hydration';
import { paths } from '../../../shared/paths';
import '../../../shared/styles/collections.css';
import { Count } from '../../../shared/ui/count';
import { PageTitle } from '../../../shared/ui/page-title';
import { NotFoundPage } from '../not-found';
import { CollectionActions } from './collection-actions';

const FAILED = 'Failed to fetch the series. Please try again later.';

/** A series with its posts in their order. */
export function SeriesPage() {
  const { slug = '' } = useParams();
  return <SeriesWithSlug key={slug} slug={slug} />;
}

function SeriesWithSlug({ slug }: { slug: string }) {
  const { data: found, error, refetch } = useQuery(seriesQuery(slug));
  // The server knows no such series.
  const [isMissing] = useState(useIsHydrating());
  usePresentSlug(slug, found?.series.slug, seriesPath);
  if (isNotFound(error)) {
    return <NotFoundPage />;
  }
  if (found) {
    return (
      <div className="page">
        <SeriesHead series={found.series} path={seriesPath(slug)} />
        <SeriesParts posts={found.blogs} />
      </div>
    );
  }
  if (error) {
    return <CollectionFailure message={messageFor(error, FAILED)} onRetry={() => void refetch()} />;
  }
  return isMissing ? (
    <NotFoundPage />
  ) : (
    <CollectionSkeleton>
      <SeriesPartsSkeleton />
    </CollectionSkeleton>
  );
}

/** What the page is about. The server draws the same. */
function SeriesHead({ series, path }: { series: Series; path: string }) {
  const { _id: target, title, description, author, postCount } = series;
  return (
    <header className="collection-head">
      <div className="collection-about">
        <p className="eyebrow">Series</p>
        <PageTitle title={title}>{title}</PageTitle>
        {description !== '' && (
          <p className="collection-text" dir="auto">
            {description}
          </p>
        )}
        <p className="collection-facts">
          {author.slug !== null && (
            <span>
              {'By '}
              <Link to={paths.author(author.slug)}>{author.username}</Link>
            </span>
          )}
          <span>
            <Count of={postCount} unit="post" />
          </span>
        </p>
        <CollectionActions target={{ kind: 'series', target }} name={title} path={path} />
      </div>
    </header>
  );
}
