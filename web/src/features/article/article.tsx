import type { ReactNode } from 'react';

import type { ReadablePost } from '../../shared/api/types';
import { article as sizes } from '../../shared/image-sizes.json';
import { Cover } from '../../shared/ui/cover';
import { ArticleBody } from './article-body';
import { ArticleHead } from './article-head';
import './article.css';
import { BackButton } from './back-button';
import { useViewCount } from './use-view-count';

type Props = { post: ReadablePost; children: ReactNode };

/** A post as readers see it; the children follow the text. */
export function Article({ post, children }: Props) {
  useViewCount(post);
  return <ArticleView post={post}>{children}</ArticleView>;
}

type ViewProps = { post: ReadablePost; banner?: ReactNode; children?: ReactNode };

/** The article without counting a view. A post without a picture has no cover. */
export function ArticleView({ post, banner, children }: ViewProps) {
  return (
    <article className="article">
      <BackButton />
      {banner}
      <ArticleHead post={post} />
      {post.featuredImage !== null && (
        <div className="article-cover">
          <Cover
            title={post.title}
            image={post.featuredImage}
            smallImage={post.featuredImageSmall}
            sizes={sizes}
            isFirst
          />
        </div>
      )}
      <ArticleBody post={post} />
      {children}
    </article>
  );
}
