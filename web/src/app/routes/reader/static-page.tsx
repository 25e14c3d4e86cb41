import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';

import { ArticleFailure } from '../../../features/article/article-states';
import { staticPageQuery } from '../../../features/static-pages/api';
import { isNotFound, messageFor } from '../../../shared/api/errors';
import { useIsHydrating } from '../../../shared/hydration';
import { NotFoundPage } from '../not-found';
import { StaticPageView } from './static-page-view';

const FAILED = 'Failed to fetch the page. Please try again later.';
const LINES = 9;
/** The slug of the page at `/about`. */
const ABOUT = 'about';

/** A page that the team has written. */
export function StaticPagePage() {
  const { slug = ABOUT } = useParams();
  return <PageWithSlug key={slug} slug={slug} />;
}

function PageWithSlug({ slug }: { slug: string }) {
  const { data: page, error, refetch } = useQuery(staticPageQuery(slug));
  // The server knows no such page.
  const [isMissing] = useState(useIsHydrating());
  if (page) {
    return <StaticPageView page={page} />;
  }
  if (isNotFound(error)) {
    return <NotFoundPage />;
  }
  if (error) {
    return <ArticleFailure message={messageFor(error, FAILED)} onRetry={() => void refetch()} />;
  }
  return isMissing ? <NotFoundPage /> : <Skeleton />;
}

function Skeleton() {
  return (
    <div className="article">
      <div className="article-head" role="status" aria-label="Loading the page">
        <div className="skeleton article-skeleton-title" />
      </div>
      <div className="article-column" aria-hidden>
        {Array.from({ length: LINES }, (_, index) => (
          <div key={index} className="skeleton article-skeleton-line" />
        ))}
      </div>
    </div>
  );
}
