import { useQuery } from '@tanstack/react-query';
import { Gem } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';

import { TREASURE_PAGE, blogsQuery } from '../../../features/posts/api';
import { BlogGrid, BlogGridSkeleton } from '../../../features/posts/blog-grid';
import { CATEGORIES } from '../../../features/posts/categories';
import { TreasureFilters } from '../../../features/posts/treasure-filters';
import { connectionMessage } from '../../../shared/api/errors';
import { pageIn } from '../../../shared/page-in-address';
import { type TreasureFilter, paths } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';
import { Pagination, numberedTitle } from '../../../shared/ui/pagination';
import { ErrorState, PastTheEnd } from '../../../shared/ui/failure-states';
import { EmptyState } from '../../../shared/ui/states';
import type { Prefetch } from '../../prefetched-page';

const FAILED = 'Failed to fetch blogs. Please try again later.';

export const prefetchTreasure: Prefetch = (client, { address }) =>
  client.query(foundQuery(queryIn(address), pageIn(address)));

/** All blogs. What is searched, chosen and paged stands in the address, and nowhere else. */
export function TreasurePage() {
  const [address, setAddress] = useSearchParams();
  const query = queryIn(address);
  const page = pageIn(address);

  function change(changes: TreasureFilter) {
    // The address may have changed since this page was drawn: a search is sent a moment after it was typed.
    const present = queryIn(new URLSearchParams(window.location.search));
    const target = paths.treasure({ ...present, ...changes });
    setAddress(new URL(target, window.location.origin).searchParams, {
      // Each letter of a search would else be a step to go back through.
      replace: 'search' in changes,
      preventScrollReset: true,
    });
  }

  return (
    <div className="page">
      <PageTitle title={numberedTitle(titleOf(query), page)}>Blog Treasure</PageTitle>
      <TreasureFilters query={query} onChange={change} />
      <TreasureList query={query} page={page} />
    </div>
  );
}

/** As the server names the page. */
function titleOf({ search, tag, category }: TreasureFilter): string {
  const subject = search ?? tag ?? category;
  return subject === undefined ? 'Blog Treasure' : `${subject} · Blog Treasure`;
}

function queryIn(address: URLSearchParams): TreasureFilter {
  const query: TreasureFilter = {};
  for (const key of ['search', 'category', 'tag', 'sort'] as const) {
    const value = address.get(key);
    if (value) {
      query[key] = value;
    }
  }
  return query;
}

function foundQuery(query: TreasureFilter, page: number) {
  return blogsQuery({ ...query, page, limit: TREASURE_PAGE });
}

function TreasureList({ query, page }: { query: TreasureFilter; page: number }) {
  const found = useQuery(foundQuery(query, page));
  if (found.isError) {
    return (
      <ErrorState
        message={connectionMessage(found.error, FAILED)}
        onRetry={() => void found.refetch()}
      >
        <Link to={paths.treasure()} className="button">
          Show all posts
        </Link>
      </ErrorState>
    );
  }
  if (found.data === undefined) {
    return <BlogGridSkeleton count={TREASURE_PAGE} />;
  }
  if (found.data.blogs.length === 0) {
    return found.data.total > 0 ? (
      <PastTheEnd firstPage={paths.treasure(query)} />
    ) : (
      <NothingFound query={query} suggestions={found.data.suggestions ?? []} />
    );
  }
  return (
    <div aria-busy={found.isPlaceholderData}>
      <p className="found" role="status">
        {found.data.total.toLocaleString()} {found.data.total === 1 ? 'post' : 'posts'}
      </p>
      <BlogGrid blogs={found.data.blogs} heading="h2" isLead />
      <Pagination
        page={page}
        totalPages={found.data.totalPages}
        to={(target) => paths.treasure({ ...query, ...(target > 1 && { page: String(target) }) })}
      />
    </div>
  );
}

/** Offers near words and the categories. The server draws the same. */
function NothingFound({ query, suggestions }: { query: TreasureFilter; suggestions: string[] }) {
  return (
    <EmptyState icon={Gem} title="No blogs found matching your criteria">
      {suggestions.length > 0 && (
        <div className="state-actions">
          <span className="state-text">Did you mean</span>
          {suggestions.map((search) => (
            <Link key={search} to={paths.treasure({ ...query, search })} className="chip">
              {search}
            </Link>
          ))}
        </div>
      )}
      <Link to={paths.treasure()} className="button">
        Show all posts
      </Link>
      <nav className="state-actions" aria-label="Categories">
        {CATEGORIES.map((category) => (
          <Link key={category} to={paths.treasure({ category })} className="chip">
            {category}
          </Link>
        ))}
      </nav>
    </EmptyState>
  );
}
