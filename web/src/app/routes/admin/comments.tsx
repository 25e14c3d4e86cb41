import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

import { commentsQuery } from '../../../features/admin-comments/api';
import { DeleteComment } from '../../../features/admin-comments/delete-comment';
import { QUEUES, type QueuedComment, readerOf } from '../../../features/admin-comments/moderation';
import { Queue, decidedComments } from '../../../features/admin-comments/queue';
import { QueueFilter } from '../../../features/admin-comments/queue-filter';
import { QueueTabs } from '../../../features/admin-comments/queue-tabs';
import { focusRow, focusRowSoon } from '../../../features/admin-comments/row-focus';
import { UndoBar } from '../../../features/admin-comments/undo-bar';
import { useModeration } from '../../../features/admin-comments/use-moderation';
import { ChangeStanding } from '../../../features/standing/change-standing';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { SearchField } from '../../../shared/ui/search-field';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

/** The comments on all posts: newest first, or those that wait for a moderator. */
export function CommentsPage() {
  const address = useListAddress(QUEUES);
  const [query] = useSearchParams();
  const user = query.get('user') ?? '';
  const blog = query.get('blog') ?? '';
  const { search, status: queue, page } = address;
  const list = useQuery(commentsQuery({ search, status: queue, page, user, blog }));
  const failure = useFailure(list.error, 'Failed to fetch comments');
  const moderation = useModeration();
  const [judged, setJudged] = useState<QueuedComment | null>(null);
  const [deleting, setDeleting] = useState<QueuedComment | null>(null);
  const judgedReader = judged && readerOf(judged);
  const fetched: readonly QueuedComment[] = list.data?.comments ?? [];
  const comments = decidedComments(fetched, queue, moderation);
  /** Those that have left the list before the server knows it. */
  const decided = fetched.length - comments.length;
  const isAllDecided = decided > 0 && comments.length === 0;
  const data = list.data && {
    ...list.data,
    total: isAllDecided ? 0 : list.data.total - decided,
  };

  function undo() {
    const [first] = moderation.undo();
    if (first !== undefined) {
      focusRowSoon(first);
    }
  }

  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('All Comments', page)}>All Comments</PageTitle>
      </div>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <QueueTabs queue={queue} totals={list.data?.totals} />
      {queue === 'removed' && (
        <p className="row-note queue-hint">
          The text of a removed comment is kept for 30 days. Approve shows it again.
        </p>
      )}
      <div className="filters">
        <SearchField
          label="Search comments"
          placeholder="Search comments..."
          text={search}
          onSearch={(text) => {
            address.change({ search: text });
          }}
        />
      </div>
      <QueueFilter comments={fetched} />
      <ManagedList
        list={{
          data,
          isError: list.isError,
          isPlaceholderData: list.isPlaceholderData,
          refetch: list.refetch,
        }}
        shown={comments.length}
        address={address}
        units={['comment', 'comments']}
        emptyIcon={MessagesSquare}
        emptyTitle={isAllDecided ? 'All decided on this page' : 'No comments found'}
      >
        <Queue
          comments={comments}
          moderation={moderation}
          onUndo={undo}
          onJudge={setJudged}
          onDelete={setDeleting}
        />
      </ManagedList>
      <UndoBar moderation={moderation} onUndo={undo} />
      {judged && judgedReader && (
        <ChangeStanding
          reader={{ ...judgedReader, present: null }}
          failure={failure}
          onClose={() => {
            setJudged(null);
            focusRow(judged._id);
          }}
        />
      )}
      {deleting && (
        <DeleteComment
          comment={deleting}
          onDeleted={() => {
            if (fetched.length === 1 && page > 1) {
              address.goTo(page - 1);
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
