import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { NavigationType, useNavigationType, useParams } from 'react-router';

import { postQuery } from '../../../features/article/api';
import { Article } from '../../../features/article/article';
import { ArticleSkeleton } from '../../../features/article/article-skeleton';
import { ArticleFailure, ArticleNotFound } from '../../../features/article/article-states';
import { Comments } from '../../../features/comments/comments';
import { PostGrid } from '../../../features/posts/post-grid';
import { isNotFound, messageFor } from '../../../shared/api/errors';
import type { PostSummary } from '../../../shared/api/types';
import { useIsHydrating } from '../../../shared/hydration';
import { lazyCode } from '../../../shared/loading/lazy-code';
import { LazyChunk } from '../../../shared/loading/lazy-chunk';
import { loadChunk } from '../../../shared/loading/load-chunk';
import { reportSiteUpdate } from '../../../shared/notices';
import { ServerPart } from '../../../shared/server-html';
import { useAdmin } from '../../../shared/session/admin-session';
import '../../../shared/styles/article-end.css';
import type { Prefetch } from '../../prefetched-page';

const draftArticle = lazyCode(
  async () =>
    (await loadChunk(() => import('../../../features/article/draft-article'))).DraftArticle,
);

/** What nobody needs to read the article. */
const extras = lazyCode(() => loadChunk(() => import('./post-extras')));

/** A single related post is not shown. */
const MIN_RELATED = 2;
const FAILED = 'Failed to fetch blog. Please try again later.';

export const prefetchPost: Prefetch = (client, { params: { id = '' } }) =>
  client.query(postQuery(id));

export function PostPage() {
  const { id = '' } = useParams();
  return <PostWithId key={id} id={id} />;
}

function PostWithId({ id }: { id: string }) {
  const isAdmin = useAdmin() !== null;
  const { data: post, error, refetch } = useQuery(postQuery(id));
  // A new page starts at its top, so the rest can wait; on a return the scroll position needs it at once.
  const isBack = useNavigationType() === NavigationType.Pop;
  const isComplete = useDeferredValue(true, isBack);
  // The server knows no such post; an administrator's draft may still come.
  const [isMissing] = useState(useIsHydrating());
  if (post) {
    return (
      <Article post={post}>
        {isComplete && (
          <>
            <LazyChunk code={extras} pending={<ServerPart className="article-end" />}>
              {({ ArticleEnd }) => <ArticleEnd post={post} />}
            </LazyChunk>
            {post.related.length >= MIN_RELATED && <Related posts={post.related} />}
            <Comments
              post={post}
              beside={
                <LazyChunk code={extras} pending={<ServerPart className="comments-follow" />}>
                  {({ FollowConversation }) => <FollowConversation postId={post._id} />}
                </LazyChunk>
              }
            />
          </>
        )}
      </Article>
    );
  }
  if (isNotFound(error)) {
    return isAdmin ? (
      <LazyChunk
        code={draftArticle}
        pending={<ArticleSkeleton />}
        failed={({ retry }) => <ArticleFailure message={FAILED} onRetry={retry} />}
        onFailure={reportSiteUpdate}
      >
        {(DraftArticle) => <DraftArticle id={id} />}
      </LazyChunk>
    ) : (
      <ArticleNotFound />
    );
  }
  if (error) {
    return <ArticleFailure message={messageFor(error, FAILED)} onRetry={() => void refetch()} />;
  }
  return isMissing ? <ArticleNotFound /> : <ArticleSkeleton />;
}

function Related({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <section className="article-related" aria-labelledby="related">
      <h2 id="related" className="section-title">
        Related posts
      </h2>
      <PostGrid posts={posts} />
    </section>
  );
}
