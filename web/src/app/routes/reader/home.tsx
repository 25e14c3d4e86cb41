import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';

import {
  HOME_SECTION,
  postsQuery,
  featuredQuery,
  recommendedQuery,
} from '../../../features/posts/api';
import { CATEGORIES } from '../../../features/posts/categories';
import { PostGrid, PostGridSkeleton } from '../../../features/posts/post-grid';
import { FeaturedSkeleton } from '../../../features/posts/featured-skeleton';
import { FeaturedSlider } from '../../../features/posts/featured-slider';
import { SuggestionsFor } from '../../../features/posts/suggestions/suggestions-for';
import { useNonRepeatedPosts } from '../../../features/posts/use-non-repeated-posts';
import { connectionMessage } from '../../../shared/api/errors';
import type { PostSummary } from '../../../shared/api/types';
import labels from '../../../shared/labels/lists.json';
import { paths } from '../../../shared/paths';
import { useAdmin } from '../../../shared/session/admin-session';
import { useSession } from '../../../shared/session/session';
import { siteDescription, siteName } from '../../../shared/site';
import { PageTitle } from '../../../shared/ui/page-title';
import { ErrorState } from '../../../shared/ui/failure-states';
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
  const isVisitor = useAdmin() === null && session === null;
  const nonRepeated = useNonRepeatedPosts(recommended, latest);
  const failed = [featured, recommended, latest].filter((query) => query.isError);

  return (
    <div className="page">
      <div className="home-head">
        <div>
          <PageTitle title={siteName()}>{siteName()}</PageTitle>
          {siteDescription() !== '' && <p className="home-description">{siteDescription()}</p>}
        </div>
        {isVisitor && <SignInLinks />}
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
          <Featured posts={featured.data?.featuredBlogs} />
          <Section
            title={session ? 'Recommended For You' : labels.trendingPosts}
            posts={nonRepeated}
            empty={latest.data?.blogs.length === 0 ? labels.noPosts : labels.noTrendingPosts}
          />
          <Section title={labels.latestPosts} posts={latest.data?.blogs} empty={labels.noPosts} />
          <Categories />
        </>
      )}
    </div>
  );
}

function latestQuery() {
  return postsQuery({ page: 1, limit: HOME_SECTION });
}

function SearchBox() {
  const navigate = useNavigate();
  const [usedInput, setUsedInput] = useState<HTMLInputElement | null>(null);

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
        onFocus={({ currentTarget }) => {
          setUsedInput(currentTarget);
        }}
      />
      {usedInput && <SuggestionsFor input={usedInput} />}
    </form>
  );
}

function Featured({ posts }: { posts: readonly PostSummary[] | undefined }) {
  if (posts === undefined) {
    return <FeaturedSkeleton />;
  }
  return posts.length === 0 ? null : <FeaturedSlider posts={posts} />;
}

/** The sign-in links for phones, whose bottom bar has no room for them. */
function SignInLinks() {
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
  /** Undefined while loading. */
  posts: readonly PostSummary[] | undefined;
  /** The text for an empty list. */
  empty: string;
};

function Section({ title, posts, empty }: SectionProps) {
  return (
    <section className="section" aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        <Link to={paths.treasure()} className="section-all" aria-label={`View All: ${title}`}>
          View All
        </Link>
      </div>
      <SectionPosts posts={posts} empty={empty} />
    </section>
  );
}

function SectionPosts({ posts, empty }: Omit<SectionProps, 'title'>) {
  if (posts === undefined) {
    return <PostGridSkeleton count={HOME_SECTION} />;
  }
  return posts.length === 0 ? <p className="section-empty">{empty}</p> : <PostGrid posts={posts} />;
}
