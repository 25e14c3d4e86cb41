import { useRef } from 'react';
import { Link } from 'react-router';

import type { ReadablePost } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { RichText } from '../../shared/rich-text';
import { ArticleMarks } from './article-marks';
import { ReadingProgress } from './reading-progress';
import { TableOfContents } from './table-of-contents';
import { useHashTarget } from './use-hash-target';

/** The text and its foot, with the table of contents beside it on wide windows. */
export function ArticleBody({ post }: { post: ReadablePost }) {
  const { html, headings } = post.reading;
  const column = useRef<HTMLDivElement>(null);
  useHashTarget(html);
  return (
    <div className="article-body">
      <ReadingProgress of={column} />
      <div ref={column} className="article-column">
        <RichText html={html} />
        <footer className="article-foot">
          {post.tags.length > 0 && <Tags post={post} />}
          {post.status === 'published' && <ArticleMarks post={post} />}
        </footer>
      </div>
      <TableOfContents headings={headings} />
    </div>
  );
}

function Tags({ post: { tags, tagSlugs } }: { post: ReadablePost }) {
  return (
    <ul className="article-tags" aria-label="Tags">
      {tags.map((tag, index) => (
        <li key={tag}>
          <Link to={paths.tag(tagSlugs[index] ?? tag)} className="chip">
            {tag}
          </Link>
        </li>
      ))}
    </ul>
  );
}
