import type { ReactNode } from 'react';

import type { ReadableBlog } from '../../shared/api/types';
import { Cover } from '../../shared/ui/cover';
import { ArticleBody } from './article-body';
import { ArticleHead } from './article-head';
import './article.css';
import { BackButton } from './back-button';
import { useViewCount } from './use-view-count';

const COVER_SIZES = '(min-width: 64rem) 48rem, 100vw';

type Props = { blog: ReadableBlog; children: ReactNode };

/** A blog as its readers see it; what follows it comes from the page. */
export function Article({ blog, children }: Props) {
  useViewCount(blog._id);
  return <ArticleView blog={blog}>{children}</ArticleView>;
}

type ViewProps = { blog: ReadableBlog; banner?: ReactNode; children?: ReactNode };

/** The same without counting that it was opened. A blog without a picture begins with its text. */
export function ArticleView({ blog, banner, children }: ViewProps) {
  return (
    <article className="article">
      <BackButton />
      {banner}
      <ArticleHead blog={blog} />
      {blog.featuredImage !== null && (
        <div className="article-cover">
          <Cover
            title={blog.title}
            image={blog.featuredImage}
            smallImage={blog.featuredImageSmall}
            sizes={COVER_SIZES}
            isFirst
          />
        </div>
      )}
      <ArticleBody blog={blog} />
      {children}
    </article>
  );
}
