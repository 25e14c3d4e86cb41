import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';

import { ArticleView } from '../../../features/article/article';
import { ArticleSkeleton } from '../../../features/article/article-skeleton';
import { ArticleFailure, ArticleNotFound } from '../../../features/article/article-states';
import { previewQuery } from '../../../features/preview-link/api';
import { PreviewBanner } from '../../../features/preview-link/preview-banner';
import { isNotFound, messageFor } from '../../../shared/api/errors';
import { useIsHydrating } from '../../../shared/hydration';
import type { Prefetch } from '../../prefetched-page';
import { StaticPageView } from './static-page-view';

const FAILED = 'Failed to fetch blog. Please try again later.';

export const prefetchPreview: Prefetch = (client, { params: { token = '' } }) =>
  client.query(previewQuery(token));

/** A draft for whoever has its preview link. From the link of a published post the server leads to its address. */
export function PreviewPage() {
  const { token = '' } = useParams();
  return <PreviewOf key={token} token={token} />;
}

function PreviewOf({ token }: { token: string }) {
  const { data: preview, error, refetch } = useQuery(previewQuery(token));
  const [isMissing] = useState(useIsHydrating());
  if (preview && 'page' in preview) {
    return (
      <StaticPageView
        page={preview.page}
        banner={<PreviewBanner of="page" expiresAt={preview.expiresAt} />}
      />
    );
  }
  if (preview) {
    return (
      <ArticleView
        post={preview.post}
        banner={<PreviewBanner of="post" expiresAt={preview.expiresAt} />}
      />
    );
  }
  if (isNotFound(error)) {
    return <ArticleNotFound />;
  }
  if (error) {
    return <ArticleFailure message={messageFor(error, FAILED)} onRetry={() => void refetch()} />;
  }
  return isMissing ? <ArticleNotFound /> : <ArticleSkeleton />;
}
