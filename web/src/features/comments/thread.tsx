import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Comment, Thread as ThreadType } from '../../shared/api/types';
import { highlightCode } from '../../shared/rich-text/highlight';
import { isPlainClick } from '../../shared/plain-click';
import { useFocusFirstNew } from '../../shared/ui/use-focus-first-new';
import { repliesQuery } from './api';
import { CommentItem, LEVEL_MAX } from './comment-item';
import { useConversation } from './conversation';
import { FailureLine } from './failure-line';
import { Steps } from './steps';
import { sortPart, useView } from './use-view';

/** A comment that the address names, and the page of its thread's replies that is shown. */
export type Opened = { id: string; page: number };

type Props = {
  thread: ThreadType;
  /** Set in the thread of the comment that the address names. */
  opened: Opened | undefined;
};

/** The first comment of a thread with its replies: the first three, and the others on request. */
export function Thread({ thread, opened }: Props) {
  const { tools } = useConversation();
  const order = sortPart(useView().sort);
  const [isUnfolded, setUnfolded] = useState(false);
  const rootId = thread._id;
  const query = useInfiniteQuery({
    ...repliesQuery(rootId, opened?.page ?? 1),
    enabled: isUnfolded || opened !== undefined,
  });
  const pages = isUnfolded || opened ? query.data?.pages : undefined;
  const loaded = pages?.flatMap((page) => page.replies) ?? thread.replies;
  const listed = withoutDuplicates(loaded);
  const replies = tools?.withAdded(listed, rootId) ?? listed;
  const { list, focusFirstAfter } = useFocusFirstNew<HTMLOListElement>(replies.length);
  const last = pages?.at(-1);
  // Places of replies that are gone count for nothing, here as on the server's page.
  const unseen = thread.replyCount - replies.filter(({ state }) => state === 'visible').length;
  const hasMore = last ? query.hasNextPage : unseen > 0;
  // The count may be older than the loaded replies.
  const more = Math.max(unseen, 1);

  useEffect(() => {
    const controller = new AbortController();
    const item = document.getElementById(`comment-${rootId}`)?.parentElement;
    if (item) {
      void highlightCode(item, controller.signal);
    }
    return () => {
      controller.abort();
    };
  }, [rootId, thread, query.data]);

  function showMore() {
    setUnfolded(true);
    focusFirstAfter(pages ? query.fetchNextPage() : query.refetch());
  }

  return (
    <li className="comment-thread">
      <CommentItem comment={thread} />
      {replies.length > 0 && (
        <ol ref={list} className="comment-replies">
          {replies.map((reply) => (
            <li
              key={reply._id}
              className="comment-reply"
              data-level={Math.min(reply.depth, LEVEL_MAX)}
            >
              <CommentItem comment={reply} />
            </li>
          ))}
        </ol>
      )}
      {query.isError && (
        <FailureLine text="Failed to load replies. Please try again." retry={showMore} />
      )}
      {opened && last ? (
        <Steps
          className="comment-replies-pages"
          list="replies"
          page={opened.page}
          totalPages={last.totalPages}
          to={(next) => `?comment=${opened.id}&replies=${next}${order}#comment-${rootId}`}
          previous="Earlier replies"
          next="Later replies"
        />
      ) : (
        hasMore && (
          <a
            className="comment-more"
            href={`?comment=${rootId}${order}#comment-${rootId}`}
            aria-disabled={query.isFetching || undefined}
            onClick={(event) => {
              if (isPlainClick(event)) {
                event.preventDefault();
                if (!query.isFetching) {
                  showMore();
                }
              }
            }}
          >
            {query.isFetching && isUnfolded
              ? 'Loading replies...'
              : `Show ${more} more ${more === 1 ? 'reply' : 'replies'}`}
          </a>
        )
      )}
    </li>
  );
}

/** Removes duplicates: a reply added meanwhile shifts the pages by one. */
function withoutDuplicates(comments: readonly Comment[]): Comment[] {
  return [...new Map(comments.map((comment) => [comment._id, comment])).values()];
}
