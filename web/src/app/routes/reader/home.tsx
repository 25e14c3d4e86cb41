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
import { CATEGORIES } from '../../../features/posts/categories';
import { BlogGrid, BlogGridSkeleton } from '../../../features/posts/blog-grid';
import { FeaturedSkeleton } from '../../../features/posts/featured-skeleton';
import { FeaturedSlider } from '../../../features/posts/featured-slider';
import { useDistinct } from '../../../features/posts/use-distinct';
import { connectionMessage } from '../../../shared/api/errors';
import type { BlogSummary } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { useAdmin } from '../../../shared/session/admin-session';
import { useSession } from '../../../shared/session/session';
import { siteDescription, siteName } from '../../../shared/site';
import { PageTitle } from '../../../shared/ui/page-title';
import { ErrorState } from '../../../shared/ui/failure-states';
import type { Prefetch } from '../../prefetched-page';

const FETCH_FAILED = 'Failed to fetch blogs. Please try again later.';

const NO_POSTS = 'No posts yet. The first one will stand here.';
const NOTHING_STANDS_OUT = 'Nothing stands out yet. What readers like and discuss will stand here.';

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
  const isVisitor = useAdmin() === null && session === null;
  const distinct = useDistinct(recommended, latest);
  const failed = [featured, recommended, latest].filter((query) => query.isError);

  return (
    <div className="page">
      <div className="home-head">
        <div>
          <PageTitle title={siteName()}>{siteName()}</PageTitle>
          {siteDescription() !== '' && <p className="home-description">{siteDescription()}</p>}
        </div>
        {isVisitor && <WaysIn />}
        <SearchBox />
      </div>
      {failed.length > 0 ? (
        <ErrorState
          message={connectionMessage(failed[0]?.error, FETCH_FAILED)}
          onRetry={() => {
            failed.forEach((query) => void query.refetch());
          }}
        />
      ) : (
        <>
          <Featured blogs={featured.data?.featuredBlogs} />
          <Section
            title={session ? 'Recommended For You' : 'Trending Posts'}
            blogs={distinct}
            empty={latest.data?.blogs.length === 0 ? NO_POSTS : NOTHING_STANDS_OUT}
          />
          <Section title="Latest Posts" blogs={latest.data?.blogs} empty={NO_POSTS} />
          <Categories />
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

/** On phones, where the bar has no room for them. */
function WaysIn() {
  return (
    <div className="home-account">
      <Link to={paths.login} className="button button-primary">
        Login
      </Link>
      <Link to={paths.signup} className="button">
        Sign up
      </Link>
    </div>
  );
}

function Categories() {
  return (
    <section className="section" aria-label="Categories">
      <div className="section-head">
        <h2>Categories</h2>
      </div>
      <ul className="home-categories">
        {CATEGORIES.map((category) => (
          <li key={category}>
            <Link to={paths.treasure({ category })} className="chip">
              {category}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type SectionProps = {
  title: string;
  /** Undefined until they are there. */
  blogs: readonly BlogSummary[] | undefined;
  /** What stands there when there are none. */
  empty: string;
};

function Section({ title, blogs, empty }: SectionProps) {
  return (
    <section className="section" aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        <Link to={paths.treasure()} className="section-all" aria-label={`View All: ${title}`}>
          View All
        </Link>
      </div>
      <SectionPosts blogs={blogs} empty={empty} />
    </section>
  );
}

function SectionPosts({ blogs, empty }: Omit<SectionProps, 'title'>) {
  if (blogs === undefined) {
    return <BlogGridSkeleton count={HOME_SECTION} />;
  }
  return blogs.length === 0 ? <p className="section-empty">{empty}</p> : <BlogGrid blogs={blogs} />;
}
