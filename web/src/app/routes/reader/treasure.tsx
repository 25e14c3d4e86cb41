import { useQuery } from '@tanstack/react-query';
import { Gem } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';

import { TREASURE_PAGE, blogsQuery } from '../../../features/posts/api';
import { BlogGrid, BlogGridSkeleton } from '../../../features/posts/blog-grid';
import { TreasureFilters } from '../../../features/posts/treasure-filters';
import { pageIn } from '../../../shared/page-in-address';
import { type TreasureQuery, paths } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';
import { Pagination } from '../../../shared/ui/pagination';
import { EmptyState, ErrorState } from '../../../shared/ui/states';

/** All blogs. What is searched, chosen and paged stands in the address, and nowhere else. */
export function TreasurePage() {
  const [address, setAddress] = useSearchParams();
  const query = queryIn(address);

  function change(changes: TreasureQuery) {
    const { page: _, ...chosen } = { ...query, ...changes };
    const target = paths.treasure(chosen);
    setAddress(new URL(target, window.location.origin).searchParams, {
      // Each letter of a search would else be a step to go back through.
      replace: 'search' in changes,
      preventScrollReset: true,
    });
  }

  return (
    <div className="page">
      <PageTitle title="Blog Treasure">Blog Treasure</PageTitle>
      <TreasureFilters query={query} onChange={change} />
      <TreasureList query={query} page={pageIn(address)} />
    </div>
  );
}

function queryIn(address: URLSearchParams): TreasureQuery {
  const query: TreasureQuery = {};
  for (const key of ['search', 'category', 'tag', 'sort'] as const) {
    const value = address.get(key);
    if (value) {
      query[key] = value;
    }
  }
  return query;
}

function TreasureList({ query, page }: { query: TreasureQuery; page: number }) {
  const { page: _, ...filter } = query;
  const found = useQuery(blogsQuery({ ...filter, page, limit: TREASURE_PAGE }));
  if (found.isError) {
    return (
      <ErrorState
        message="Failed to fetch blogs. Please try again later."
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
    return (
      <EmptyState icon={Gem} title="No blogs found matching your criteria">
        <Link to={paths.treasure()} className="button">
          Show all posts
        </Link>
      </EmptyState>
    );
  }
  return (
    <div aria-busy={found.isPlaceholderData}>
      <p className="found" role="status">
        {found.data.total.toLocaleString()} {found.data.total === 1 ? 'post' : 'posts'}
      </p>
      <BlogGrid blogs={found.data.blogs} heading="h2" />
      <Pagination
        page={page}
        totalPages={found.data.totalPages}
        to={(target) => paths.treasure({ ...query, ...(target > 1 && { page: String(target) }) })}
      />
    </div>
  );
}
