import { Link } from 'react-router';

import type { PostSummary } from '../../shared/api/types';
import { bylineText } from '../../shared/ui/byline-text';
import { paths } from '../../shared/paths';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { RecentPanel } from './recent-panel';

/** Undefined while loading. */
type Props = { posts: readonly PostSummary[] | undefined };

export function RecentPosts({ posts }: Props) {
  return (
    <RecentPanel
      title="Recent Posts"
      note="Last 4 posts"
      more={{ text: 'All Posts', to: paths.adminPosts }}
      empty="No posts found"
      items={posts}
    >
      {(post) => (
        <div className="recent-text">
          <Link to={paths.post(post)} className="row-title recent-link">
            {post.title}
          </Link>
          <span className="row-note">
            by {bylineText(post.authors.map(({ username }) => username || 'Unknown'))} •{' '}
            <TimeStamp time={post.createdAt} />
          </span>
        </div>
      )}
    </RecentPanel>
  );
}
