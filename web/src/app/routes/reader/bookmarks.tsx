import { useQuery } from '@tanstack/react-query';
import { Bookmark } from 'lucide-react';
import { useEffect } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { toast } from '../../../shared/toast';

import { BOOKMARKS_PAGE, bookmarksQuery } from '../../../features/posts/api';
import { PostGridSkeleton } from '../../../features/posts/post-grid';
import { BookmarkedGrid } from '../../../features/posts/bookmarked-grid';
import { messageFor } from '../../../shared/api/errors';
import { pageIn } from '../../../shared/page-in-address';
import { paths } from '../../../shared/paths';
import { currentSession } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';
import { Pagination, numberedTitle } from '../../../shared/ui/pagination';
import { ErrorState } from '../../../shared/ui/failure-states';
import { EmptyState } from '../../../shared/ui/states';
import type { Prefetch } from '../../prefetched-page';

const FAILED = 'Failed to load bookmarks';

export const prefetchBookmarks: Prefetch = async (client, { address }) => {
  if (currentSession()) {
    await client.query(bookmarksQuery(pageIn(address)));
  }
};

export function BookmarksPage() {
  const [address] = useSearchParams();
  const page = pageIn(address);
  return (
    <div className="page">
      <PageTitle title={numberedTitle('Bookmarks', page)}>Bookmarks</PageTitle>
      <p className="page-lead">The posts that you keep for later, the last one first.</p>
      <BookmarkList page={page} />
    </div>
  );
}

function BookmarkList({ page }: { page: number }) {
  const bookmarks = useQuery(bookmarksQuery(page));
  const { error, errorUpdatedAt } = bookmarks;

  useEffect(() => {
    if (error) {
      toast.error(messageFor(error, FAILED));
    }
  }, [error, errorUpdatedAt]);

  if (bookmarks.data === undefined) {
    return error ? (
      <ErrorState message={messageFor(error, FAILED)} onRetry={() => void bookmarks.refetch()} />
    ) : (
      <PostGridSkeleton count={BOOKMARKS_PAGE} />
    );
  }
  const { bookmarks: posts, total, totalPages } = bookmarks.data;
  if (total === 0) {
    return (
      <EmptyState icon={Bookmark} title="No bookmarked blogs yet.">
        <Link to={paths.treasure()} className="button">
          Explore blogs
        </Link>
      </EmptyState>
    );
  }
  // The last bookmark of the last page was removed, or the address is stale.
  if (page > totalPages && !bookmarks.isPlaceholderData) {
    return <Navigate to={paths.bookmarksPage(totalPages)} replace />;
  }
  return (
    <div aria-busy={bookmarks.isPlaceholderData}>
      <BookmarkedGrid key={page} posts={posts} page={page} />
      <Pagination page={page} totalPages={totalPages} to={paths.bookmarksPage} />
    </div>
  );
}
