import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';

import { commentsQuery } from '../../../features/admin-comments/api';
import { CommentList } from '../../../features/admin-comments/comment-list';
import { DeleteComment } from '../../../features/admin-comments/delete-comment';
import type { ManagedComment } from '../../../shared/api/types';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { SearchField } from '../../../shared/ui/search-field';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

/** The comments on all posts, newest first. */
export function CommentsPage() {
  const address = useListAddress();
  const list = useQuery(commentsQuery(address));
  const failure = useFailure(list.error, 'Failed to fetch comments');
  const [deleting, setDeleting] = useState<ManagedComment | null>(null);
  const comments = list.data?.comments ?? [];

  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('All Comments', address.page)}>All Comments</PageTitle>
      </div>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <div className="filters">
        <SearchField
          label="Search comments"
          placeholder="Search comments..."
          text={address.search}
          onSearch={(search) => {
            address.change({ search });
          }}
        />
      </div>
      <ManagedList
        list={list}
        shown={comments.length}
        address={address}
        units={['comment', 'comments']}
        emptyIcon={MessagesSquare}
      >
        <CommentList comments={comments} onDelete={setDeleting} />
      </ManagedList>
      {deleting && (
        <DeleteComment
          comment={deleting}
          onDeleted={() => {
            if (comments.length === 1 && address.page > 1) {
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
