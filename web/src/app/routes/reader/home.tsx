import type { UseQueryResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router';

import {
  HOME_SECTION,
  blogsQuery,
  featuredQuery,
  recommendedQuery,
} from '../../../features/posts/api';
import { BlogGrid, BlogGridSkeleton } from '../../../features/posts/blog-grid';
import { FeaturedSkeleton } from '../../../features/posts/featured-skeleton';
import { FeaturedSlider } from '../../../features/posts/featured-slider';
import type { BlogSummary } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { useSession } from '../../../shared/session/session';
import { siteName } from '../../../shared/site';
import { PageTitle } from '../../../shared/ui/page-title';
import { ErrorState } from '../../../shared/ui/states';
import type { Prefetch } from '../../prefetched-page';

const FETCH_FAILED = 'Failed to fetch blogs. Please try again later.';

export const prefetchHome: Prefetch = (client) =>
  Promise.all([
    client.query(featuredQuery()),
    client.query(recommendedQuery()),
    client.query(latestQuery()),
  ]);

export function HomePage() {
  const featured = useQuery(featuredQuery());
  const session = useSession();
  const recommended = useQuery(recommendedQuery());
  const latest = useQuery(latestQuery());
  const failed = [featured, recommended, latest].filter((query) => query.isError);

  return (
    <div className="page">
      <div className="home-head">
        <PageTitle title={siteName()}>{siteName()}</PageTitle>
        <SearchBox />
      </div>
      {failed.length > 0 ? (
        <ErrorState
          message={FETCH_FAILED}
          onRetry={() => {
            failed.forEach((query) => void query.refetch());
          }}
        />
      ) : (
        <>
          <Featured blogs={featured.data?.featuredBlogs} />
          <Section title={session ? 'Recommended For You' : 'Trending Posts'} query={recommended} />
          <Section title="Latest Posts" query={latest} />
        </>
      )}
    </div>
  );
}

function latestQuery() {
  return blogsQuery({ page: 1, limit: HOME_SECTION });
}

function SearchBox() {
  const navigate = useNavigate();

  function search(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get('search');
    if (typeof text === 'string' && text.trim() !== '') {
      void navigate(paths.treasure({ search: text.trim() }));
    }
  }

  return (
    <form role="search" className="search" onSubmit={search}>
      <Search aria-hidden />
      <input
        type="search"
        name="search"
        aria-label="Search posts"
        placeholder="Search posts"
        maxLength={200}
        enterKeyHint="search"
      />
    </form>
  );
}

function Featured({ blogs }: { blogs: readonly BlogSummary[] | undefined }) {
  if (blogs === undefined) {
    return <FeaturedSkeleton />;
  }
  return blogs.length === 0 ? null : <FeaturedSlider blogs={blogs} />;
}

type SectionProps = { title: string; query: UseQueryResult<{ blogs: BlogSummary[] }> };

function Section({ title, query }: SectionProps) {
  return (
    <section className="section" aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        <Link to={paths.treasure()} className="section-all" aria-label={`View All: ${title}`}>
          View All
        </Link>
      </div>
      <SectionPosts query={query} />
    </section>
  );
}

function SectionPosts({ query }: Pick<SectionProps, 'query'>) {
  if (query.data === undefined) {
    return <BlogGridSkeleton count={HOME_SECTION} />;
  }
  if (query.data.blogs.length === 0) {
    return <p className="section-empty">No posts yet. The first one will stand here.</p>;
  }
  return <BlogGrid blogs={query.data.blogs} />;
}
