import { Link } from 'react-router';

import type { BlogSummary } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { RecentPanel } from './recent-panel';

/** Undefined while they are on their way. */
type Props = { posts: readonly BlogSummary[] | undefined };

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
          <Link to={paths.blog(post)} className="row-title recent-link">
            {post.title}
          </Link>
          <span className="row-note">
            by {post.author.username || 'Unknown'} • <TimeStamp time={post.createdAt} />
          </span>
        </div>
      )}
    </RecentPanel>
  );
}
