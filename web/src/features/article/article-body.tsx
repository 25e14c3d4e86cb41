import { useRef } from 'react';
import { Link } from 'react-router';

import type { ReadableBlog } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { RichText } from '../../shared/rich-text';
import { ArticleMarks } from './article-marks';
import { ReadingProgress } from './reading-progress';
import { TableOfContents } from './table-of-contents';
import { useHashPlace } from './use-hash-place';

/** The text, with its contents beside it on wide windows, and what closes it. */
export function ArticleBody({ blog }: { blog: ReadableBlog }) {
  const { html, headings } = blog.reading;
  const column = useRef<HTMLDivElement>(null);
  useHashPlace(html);
  return (
    <div className="article-body">
      <ReadingProgress of={column} />
      <div ref={column} className="article-column">
        <RichText html={html} />
        <footer className="article-foot">
          {blog.tags.length > 0 && <Tags tags={blog.tags} />}
          {blog.status === 'published' && <ArticleMarks blog={blog} />}
        </footer>
      </div>
      <TableOfContents headings={headings} />
    </div>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <ul className="article-tags" aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to={paths.treasure({ tag })} className="chip">
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
