import { Clock, Eye } from 'lucide-react';
import { Link } from 'react-router';

import type { Post } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { ADMIN_PICTURE } from '../../shared/site';
import { AuthorNames } from '../../shared/ui/author-names';
import { Avatar } from '../../shared/ui/avatar';
import { Count } from '../../shared/ui/count';
import { PageTitle } from '../../shared/ui/page-title';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { ArticleMarks } from './article-marks';

const AVATAR_SIZE = 40;

/** The category, title, authors and facts of the article. A draft has no date and no views yet. */
export function ArticleHead({ post }: { post: Post }) {
  const isPublished = post.status === 'published';
  return (
    <header className="article-head">
      <Link to={paths.treasure({ category: post.category })} className="eyebrow article-category">
        {post.category}
      </Link>
      <PageTitle title={post.title} className="article-title">
        {post.title}
      </PageTitle>
      <div className="article-byline">
        <Avatar src={post.author.avatar || ADMIN_PICTURE} size={AVATAR_SIZE} />
        <div className="article-byline-text">
          <AuthorNames of={post} className="article-author" form="full" />
          <ul className="article-facts">
            {isPublished && (
              <li>
                <TimeStamp time={post.createdAt} />
              </li>
            )}
            <li>
              <Clock aria-hidden />
              {`${post.readTime} min read`}
            </li>
            {isPublished && (
              <li>
                <Eye aria-hidden />
                <Count of={post.views.total} unit="view" />
              </li>
            )}
          </ul>
        </div>
      </div>
      {isPublished && <ArticleMarks post={post} />}
    </header>
  );
}
