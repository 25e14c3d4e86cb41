import { Link } from 'react-router';

import type { PostSummary } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { TimeStamp } from '../../shared/ui/time-stamp';

const SKELETONS = 4;

/** The posts of a series in their order. The server draws the same. */
export function SeriesParts({ posts }: { posts: readonly PostSummary[] }) {
  return (
    <ol className="series-parts">
      {posts.map((post, index) => (
        <li key={post._id} className="series-part">
          <span className="series-number" aria-hidden>
            {index + 1}
          </span>
          <div className="series-part-about">
            <h2 className="series-part-title">
              <Link to={paths.post(post)}>{post.title}</Link>
            </h2>
            <p className="series-part-excerpt">{post.excerpt}</p>
            <p className="collection-facts">
              <TimeStamp time={post.createdAt} />
              <span>{`${post.readTime} min read`}</span>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** The outline of the posts while they load. */
export function SeriesPartsSkeleton() {
  return (
    <div role="status" aria-label="Loading posts">
      <ol className="series-parts" aria-hidden>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <li key={index} className="series-part">
            <span className="series-number skeleton" />
            <div className="series-part-about">
              <div className="skeleton skeleton-title" />
              <div className="skeleton skeleton-line" />
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}
