import { Clock, Eye } from 'lucide-react';
import { Link } from 'react-router';

import type { Blog } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { ADMIN_PICTURE } from '../../shared/site';
import { AuthorName } from '../../shared/ui/author-name';
import { Avatar } from '../../shared/ui/avatar';
import { Count } from '../../shared/ui/count';
import { PageTitle } from '../../shared/ui/page-title';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { ArticleMarks } from './article-marks';

const AVATAR_SIZE = 40;

/** What is known of the article before its first line. */
export function ArticleHead({ blog }: { blog: Blog }) {
  return (
    <header className="article-head">
      <Link to={paths.treasure({ category: blog.category })} className="eyebrow article-category">
        {blog.category}
      </Link>
      <PageTitle title={blog.title} className="article-title">
        {blog.title}
      </PageTitle>
      <div className="article-byline">
        <Avatar src={blog.author.avatar || ADMIN_PICTURE} size={AVATAR_SIZE} />
        <div className="article-byline-text">
          <AuthorName of={blog} className="article-author" />
          <ul className="article-facts">
            <li>
              <TimeStamp time={blog.createdAt} />
            </li>
            <li>
              <Clock aria-hidden />
              {`${blog.readTime} min read`}
            </li>
            <li>
              <Eye aria-hidden />
              <Count of={blog.views.total} unit="view" />
            </li>
          </ul>
        </div>
      </div>
      {blog.status === 'published' && <ArticleMarks blog={blog} />}
    </header>
  );
}
