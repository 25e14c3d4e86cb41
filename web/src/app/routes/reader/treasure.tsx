import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Gem } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';

import type { FollowTarget } from '../../../features/follows/api';
import { TREASURE_PAGE, postsQuery } from '../../../features/posts/api';
import { PostGrid, PostGridSkeleton } from '../../../features/posts/post-grid';
import { CATEGORIES } from '../../../features/posts/categories';
import { DidYouMean, SearchNotes, SearchTips } from '../../../features/posts/search-notes';
import { SearchResults } from '../../../features/posts/search-results';
import { TreasureFilters } from '../../../features/posts/treasure-filters';
import { connectionMessage, hasCode } from '../../../shared/api/errors';
import type { PostsResponse } from '../../../shared/api/types';
import { useIsHydrating } from '../../../shared/hydration';
import labels from '../../../shared/labels/lists.json';
import { lazyCode } from '../../../shared/loading/lazy-code';
import { LazyChunk } from '../../../shared/loading/lazy-chunk';
import { loadChunk } from '../../../shared/loading/load-chunk';
import { pageIn } from '../../../shared/page-in-address';
import { type TreasureFilter, paths } from '../../../shared/paths';
import { useSession } from '../../../shared/session/session';
import { Count } from '../../../shared/ui/count';
import { PageTitle, focusPageTitle } from '../../../shared/ui/page-title';
import { Pagination, numberedTitle } from '../../../shared/ui/pagination';
import { ErrorState, PastTheEnd } from '../../../shared/ui/failure-states';
import { EmptyState } from '../../../shared/ui/states';
import '../../../shared/styles/search.css';
import type { Prefetch } from '../../prefetched-page';

const listFollow = lazyCode(
  async () => (await loadChunk(() => import('./list-follow'))).ListFollow,
);

const FAILED = 'Failed to fetch blogs. Please try again later.';

export const prefetchTreasure: Prefetch = (client, { address }) =>
  client.query(foundQuery(queryIn(address), pageIn(address)));

/** All posts. Search, filters and page are kept in the address alone. */
export function TreasurePage() {
  const [address, setAddress] = useSearchParams();
  const query = queryIn(address);
  const page = pageIn(address);
  const found = useQuery(foundQuery(query, page));
  useFocusOnAuthor(query.author);

  function change(changes: TreasureFilter) {
    // The address may have changed since the render: the search field is debounced.
    const current = queryIn(new URLSearchParams(window.location.search));
    const target = paths.treasure({ ...current, ...changes });
    setAddress(new URL(target, window.location.origin).searchParams, {
      // Otherwise each typed letter would add a history entry.
      replace: 'search' in changes,
      preventScrollReset: true,
    });
  }

  return (
    <div className="page">
      <TreasureTitle query={query} page={page} found={found.data} />
      <FollowThis query={query} found={found.data} />
      <TreasureFilters query={query} onChange={change} />
      <SearchTips />
      {found.data && <SearchNotes query={query} found={found.data} />}
      <TreasureList query={query} page={page} found={found} />
    </div>
  );
}

/** Moves the focus to the title when the author changes, as for another page. */
function useFocusOnAuthor(author: string | undefined): void {
  const previousAuthor = useRef(author);
  useEffect(() => {
    if (previousAuthor.current !== author) {
      previousAuthor.current = author;
      focusPageTitle();
    }
  }, [author]);
}

type TitleProps = { query: TreasureFilter; page: number; found: PostsResponse | undefined };

/** The title and heading, the same as the server's. */
function TreasureTitle({ query, page, found }: TitleProps) {
  const { search, tag, category, author } = query;
  const heading = author === undefined ? labels.treasureTitle : `Posts by ${nameOf(author, found)}`;
  const subject = search ?? tag ?? category;
  const name = subject === undefined ? heading : `${subject} · ${heading}`;
  const title = <PageTitle title={numberedTitle(name, page)}>{heading}</PageTitle>;
  return author === undefined ? (
    title
  ) : (
    <div className="section-head">
      {title}
      <Link to={paths.treasure()} className="section-all">
        All posts
      </Link>
    </div>
  );
}

type FollowProps = Pick<TitleProps, 'query' | 'found'>;

/** The toggle to follow the author or the tag of the list, for readers. */
function FollowThis({ query: { author, tag }, found }: FollowProps) {
  const isReader = useSession()?.account.onboarded === true;
  const target: FollowTarget | null =
    author === undefined ? tagTarget(tag, found) : { kind: 'author', target: author };
  const isKnown = author === undefined || found?.author !== undefined;
  return (
    isReader &&
    isKnown &&
    target && (
      <LazyChunk code={listFollow}>
        {(ListFollow) => (
          <ListFollow
            key={target.target}
            target={target}
            name={author === undefined ? target.target : nameOf(author, found)}
          />
        )}
      </LazyChunk>
    )
  );
}

/** Returns a tag that posts have. */
function tagTarget(tag: string | undefined, found: PostsResponse | undefined): FollowTarget | null {
  return tag !== undefined && found !== undefined && found.total > 0
    ? { kind: 'tag', target: tag }
    : null;
}

/** Returns the name of an author; while their list loads, from the previous list if it contains them. */
function nameOf(id: string, found: PostsResponse | undefined): string {
  const authors = [found?.author, ...(found?.blogs ?? []).flatMap(({ authors }) => authors)];
  return authors.find((author) => author?._id === id)?.username ?? labels.thisAuthor;
}

function queryIn(address: URLSearchParams): TreasureFilter {
  const query: TreasureFilter = {};
  for (const key of ['search', 'category', 'tag', 'author', 'sort'] as const) {
    const value = address.get(key);
    if (value) {
      query[key] = value;
    }
  }
  return query;
}

function foundQuery(query: TreasureFilter, page: number) {
  return postsQuery({ ...query, page, limit: TREASURE_PAGE });
}

type ListProps = { query: TreasureFilter; page: number; found: UseQueryResult<PostsResponse> };

function TreasureList({ query, page, found }: ListProps) {
  const isHydrating = useIsHydrating();
  // The server shows an empty list too where the API rejects the query.
  if (hasCode(found.error, 'validation_failed')) {
    return <NothingFound query={query} found={{}} />;
  }
  if (found.isError) {
    return (
      <ErrorState
        message={connectionMessage(found.error, FAILED)}
        onRetry={() => void found.refetch()}
      >
        <Link to={paths.treasure()} className="button">
          {labels.showAll}
        </Link>
      </ErrorState>
    );
  }
  if (found.data === undefined) {
    // For a query that the API rejects, the server renders an empty list.
    return isHydrating ? (
      <NothingFound query={query} found={{}} />
    ) : (
      <PostGridSkeleton count={TREASURE_PAGE} />
    );
  }
  if (found.data.blogs.length === 0) {
    return found.data.total > 0 ? (
      <PastTheEnd firstPage={paths.treasure(query)} />
    ) : (
      <NothingFound query={query} found={found.data} />
    );
  }
  return (
    <div aria-busy={found.isPlaceholderData || undefined}>
      <p className="found" role="status">
        <Count of={found.data.total} unit="post" />
      </p>
      {query.search ? (
        <SearchResults posts={found.data.blogs} />
      ) : (
        <PostGrid posts={found.data.blogs} heading="h2" isLead />
      )}
      <Pagination
        page={page}
        totalPages={found.data.totalPages}
        to={(target) => paths.treasure({ ...query, ...(target > 1 && { page: String(target) }) })}
      />
    </div>
  );
}

type NothingFoundProps = {
  query: TreasureFilter;
  found: Pick<PostsResponse, 'suggestions' | 'author'>;
};

/** Suggests similar words and the categories. The server renders the same. */
function NothingFound({ query, found }: NothingFoundProps) {
  const { suggestions, author } = found;
  const isUnknownAuthor = query.author !== undefined && !author;
  return (
    <EmptyState icon={Gem} title={isUnknownAuthor ? labels.unknownAuthor : labels.nothingFound}>
      {isUnknownAuthor && (
        <p className="state-text">They may have left, or the address may be mistyped.</p>
      )}
      <DidYouMean query={query} suggestions={suggestions} />
      <Link to={paths.treasure()} className="button">
        {labels.showAll}
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
