import { useQuery } from '@tanstack/react-query';
import { Files, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { POST_STATUSES, postsQuery } from '../../../features/admin-posts/api';
import { DeletePost } from '../../../features/admin-posts/delete-post';
import { PostsTable } from '../../../features/admin-posts/posts-table';
import { ReviewFilter, useReviewFilter } from '../../../features/admin-posts/review-filter';
import { useFeatureToggle } from '../../../features/admin-posts/use-feature-toggle';
import { UnsavedTexts } from '../../../features/autosaves/unsaved-texts';
import type { ManagedPost } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { usePermissions } from '../../../shared/session/permissions';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ListFilters } from '../../../shared/ui/list-filters';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

const STATUS_OPTIONS = [
  { value: 'published', label: 'Published' },
  { value: 'draft', label: 'Drafts' },
] as const;

/** All posts including drafts that the role may see, with the actions that it allows. */
export function PostsPage() {
  const permissions = usePermissions();
  const address = useListAddress(POST_STATUSES);
  const review = useReviewFilter();
  const list = useQuery(postsQuery({ ...address, isInReview: review.isOn }));
  const failure = useFailure(list.error, 'Failed to fetch posts');
  const toggleFeatured = useFeatureToggle(failure);
  const [deleting, setDeleting] = useState<ManagedPost | null>(null);
  const posts = list.data?.blogs ?? [];

  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('All Posts', address.page)}>All Posts</PageTitle>
        <Link to={paths.adminNewPost} className="button button-primary">
          <Plus aria-hidden />
          New Post
        </Link>
      </div>
      {!permissions.canEditAllPosts && <p className="panel-lead">These are your own posts.</p>}
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <UnsavedTexts />
      <ListFilters plural="posts" all="All Status" statuses={STATUS_OPTIONS} address={address}>
        <ReviewFilter filter={review} isCounted={permissions.canEditAllPosts} />
      </ListFilters>
      <ManagedList
        list={list}
        shown={posts.length}
        address={address}
        units={['post', 'posts']}
        emptyIcon={Files}
        {...(review.isOn && { emptyTitle: 'No drafts wait for a review' })}
      >
        <PostsTable
          posts={posts}
          permissions={permissions}
          onFeature={toggleFeatured}
          onDelete={setDeleting}
        />
      </ManagedList>
      {deleting && (
        <DeletePost
          post={deleting}
          failure={failure}
          onDeleted={() => {
            if (posts.length === 1 && address.page > 1) {
              address.goTo(address.page - 1);
            }
          }}
          onClose={() => {
            setDeleting(null);
          }}
        />
      )}
    </div>
  );
}
