import { Gem } from 'lucide-react';
import { Link } from 'react-router';

import { PostGrid } from '../../../features/posts/post-grid';
import type { PostSummary } from '../../../shared/api/types';
import { numberedPath } from '../../../shared/collection-paths';
import labels from '../../../shared/labels/lists.json';
import { paths } from '../../../shared/paths';
import { Count } from '../../../shared/ui/count';
import { PastTheEnd } from '../../../shared/ui/failure-states';
import { Pagination } from '../../../shared/ui/pagination';
import { EmptyState } from '../../../shared/ui/states';

type Props = {
  found: { blogs: readonly PostSummary[]; total: number; totalPages: number };
  page: number;
  /** The path of the page. */
  path: string;
  /** Whether these are the posts of another page, until those of this one have loaded. */
  isOutdated: boolean;
};

/** A page of the posts with a tag or of an author. The server draws the same. */
export function CollectionPosts({ found, page, path, isOutdated }: Props) {
  const { blogs: posts, total, totalPages } = found;
  if (posts.length === 0) {
    return total > 0 ? (
      <PastTheEnd firstPage={path} />
    ) : (
      <EmptyState icon={Gem} title={labels.noPosts}>
        <Link to={paths.treasure()} className="button">
          {labels.showAll}
        </Link>
      </EmptyState>
    );
  }
  return (
    <div aria-busy={isOutdated || undefined}>
      <p className="found" role="status">
        <Count of={total} unit="post" />
      </p>
      <PostGrid posts={posts} heading="h2" isLead />
      <Pagination page={page} totalPages={totalPages} to={(target) => numberedPath(path, target)} />
    </div>
  );
}
