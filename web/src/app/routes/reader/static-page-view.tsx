import type { ReactNode } from 'react';

import '../../../features/article/article.css';
import { TableOfContents } from '../../../features/article/table-of-contents';
import { useHashTarget } from '../../../features/article/use-hash-target';
import type { StaticPage } from '../../../shared/api/types';
import { RichText } from '../../../shared/rich-text';
import { PageTitle } from '../../../shared/ui/page-title';

type Props = { page: StaticPage; banner?: ReactNode };

/** A static page: its title and its text, set as an article. */
export function StaticPageView({ page, banner }: Props) {
  const { html, headings } = page.reading;
  useHashTarget(html);
  return (
    <article className="article">
      {banner}
      <header className="article-head">
        <PageTitle title={page.title} className="article-title">
          {page.title}
        </PageTitle>
      </header>
      <div className="article-body">
        <div className="article-column">
          <RichText html={html} />
        </div>
        <TableOfContents headings={headings} />
      </div>
    </article>
  );
}
