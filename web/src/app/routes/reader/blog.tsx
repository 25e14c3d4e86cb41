import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { NavigationType, useNavigationType, useParams } from 'react-router';

import { blogQuery } from '../../../features/article/api';
import { Article } from '../../../features/article/article';
import { ArticleSkeleton } from '../../../features/article/article-skeleton';
import { ArticleFailure, ArticleNotFound } from '../../../features/article/article-states';
import { Comments } from '../../../features/comments/comments';
import { BlogGrid } from '../../../features/posts/blog-grid';
import { isNotFound, messageFor } from '../../../shared/api/errors';
import type { BlogSummary } from '../../../shared/api/types';
import { lazyCode } from '../../../shared/loading/lazy-code';
import { LazyPiece } from '../../../shared/loading/lazy-piece';
import { loadChunk } from '../../../shared/loading/load-chunk';
import { reportUpdate } from '../../../shared/notices';
import { useAdmin } from '../../../shared/session/admin-session';
import type { Prefetch } from '../../prefetched-page';

const draftArticle = lazyCode(
  async () =>
    (await loadChunk(() => import('../../../features/article/draft-article'))).DraftArticle,
);

/** One alone is no choice. */
const FEWEST_RELATED = 2;
const FAILED = 'Failed to fetch blog. Please try again later.';

export const prefetchBlog: Prefetch = (client, { params: { id = '' } }) =>
  client.query(blogQuery(id));

export function BlogPage() {
  const { id = '' } = useParams();
  return <BlogWithId key={id} id={id} />;
}

function BlogWithId({ id }: { id: string }) {
  const isAdmin = useAdmin() !== null;
  const { data: blog, error, refetch } = useQuery(blogQuery(id));
  // Who comes to a new page begins at its top; who comes back may go on below.
  const isBack = useNavigationType() === NavigationType.Pop;
  const isWhole = useDeferredValue(true, isBack);
  if (blog) {
    return (
      <Article blog={blog}>
        {isWhole && (
          <>
            {blog.related.length >= FEWEST_RELATED && <Related blogs={blog.related} />}
            <Comments blogId={blog._id} newest={blog.comments} total={blog.stats.commentCount} />
          </>
        )}
      </Article>
    );
  }
  if (isNotFound(error)) {
    return isAdmin ? (
      <LazyPiece
        code={draftArticle}
        pending={<ArticleSkeleton />}
        failed={({ retry }) => <ArticleFailure message={FAILED} onRetry={retry} />}
        onFailure={reportUpdate}
      >
        {(DraftArticle) => <DraftArticle id={id} />}
      </LazyPiece>
    ) : (
      <ArticleNotFound />
    );
  }
  if (error) {
    return <ArticleFailure message={messageFor(error, FAILED)} onRetry={() => void refetch()} />;
  }
  return <ArticleSkeleton />;
}

function Related({ blogs }: { blogs: readonly BlogSummary[] }) {
  return (
    <section className="article-related" aria-labelledby="related">
      <h2 id="related" className="section-title">
        Related posts
      </h2>
      <BlogGrid blogs={blogs} />
    </section>
  );
}
