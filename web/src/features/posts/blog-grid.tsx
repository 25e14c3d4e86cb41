import type { BlogSummary } from '../../shared/api/types';
import { BlogCard } from './blog-card';

type Props = {
  blogs: readonly BlogSummary[];
  heading?: 'h2' | 'h3';
  /** Whether nothing but the page's title stands above it. */
  isLead?: boolean;
};

export function BlogGrid({ blogs, heading = 'h3', isLead = false }: Props) {
  return (
    <ul className="grid">
      {blogs.map((blog, index) => (
        <li key={blog._id}>
          <BlogCard blog={blog} heading={heading} isFirst={isLead && index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** The outline of the grid that is on its way, so that nothing jumps when it comes. */
export function BlogGridSkeleton({ count }: { count: number }) {
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
