import type { PostSummary } from '../../shared/api/types';
import { PostCard } from './post-card';

type Props = {
  posts: readonly PostSummary[];
  heading?: 'h2' | 'h3';
  /** Whether only the page's title is above it. */
  isLead?: boolean;
};

export function PostGrid({ posts, heading = 'h3', isLead = false }: Props) {
  return (
    <ul className="grid">
      {posts.map((post, index) => (
        <li key={post._id}>
          <PostCard post={post} heading={heading} isFirst={isLead && index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** The outline of the grid while it loads, so that the layout does not shift. */
export function PostGridSkeleton({ count }: { count: number }) {
  return (
    <div role="status" aria-label="Loading posts">
      <ul className="grid" aria-hidden>
        {Array.from({ length: count }, (_, index) => (
          <li key={index} className="card">
            <div className="card-cover skeleton" />
            <div className="card-body">
              <div className="skeleton skeleton-title" />
              <div className="skeleton skeleton-line" />
              <div className="skeleton skeleton-line skeleton-short" />
              <div className="skeleton skeleton-byline" />
              <div className="skeleton skeleton-line skeleton-short" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
