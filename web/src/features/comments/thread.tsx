import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import type { Comment, Thread as ThreadType } from '../../shared/api/types';
import { highlightCode } from '../../shared/rich-text/highlight';
import { isPlainClick } from '../../shared/site-links';
import { useFocusFirstNew } from '../../shared/ui/use-focus-first-new';
import { repliesQuery } from './api';
import { CommentItem, LEVEL_MAX } from './comment-item';
import { mergeAdded } from './merge-added';

/** A comment that the address names, and the page of its thread's replies that is shown. */
export type Opened = { id: string; page: number };

type Props = {
  thread: ThreadType;
  added: readonly Comment[];
  /** Set in the thread of the comment that the address names. */
  opened: Opened | undefined;
};

/** The first comment of a thread with its replies: the first three, and the others on request. */
export function Thread({ thread, added, opened }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
  const rootId = thread._id;
  const query = useInfiniteQuery({
    ...repliesQuery(rootId, opened?.page ?? 1),
    enabled: isUnfolded || opened !== undefined,
  });
  const pages = isUnfolded || opened ? query.data?.pages : undefined;
  const loaded = pages?.flatMap((page) => page.replies) ?? thread.replies;
  const own = added.filter((comment) => comment.rootId === rootId && comment.parentId !== null);
  const replies = mergeAdded(withoutDuplicates(loaded), own);
  const { list, focusFirstAfter } = useFocusFirstNew<HTMLOListElement>(replies.length);
  const last = pages?.at(-1);
  const more = last
    ? last.total - last.page * PAGE
    : thread.replyCount - replies.filter(({ state }) => state === 'visible').length;

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
        <p className="comments-failure" role="alert">
          Failed to load replies. Please try again.
        </p>
      )}
      {opened && last ? (
        <RepliesPages rootId={rootId} opened={opened} totalPages={last.totalPages} />
      ) : (
        more > 0 && (
          <a
            className="comment-more"
            href={`?comment=${rootId}#comment-${rootId}`}
            aria-disabled={query.isFetching || undefined}
            onClick={(event) => {
              if (isPlainClick(event.nativeEvent)) {
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

/** The number of replies that the server returns at a time. */
const PAGE = 20;

type PagesProps = { rootId: string; opened: Opened; totalPages: number };

function RepliesPages({ rootId, opened: { id, page }, totalPages }: PagesProps) {
  const to = (next: number) => `?comment=${id}&replies=${next}#comment-${rootId}`;
  return (
    totalPages > 1 && (
      <nav className="comment-replies-pages" aria-label="Pages of replies">
        {page > 1 && (
          <a rel="prev" href={to(page - 1)}>
            Earlier replies
          </a>
        )}
        {page < totalPages && (
          <a rel="next" href={to(page + 1)}>
            Later replies
          </a>
        )}
      </nav>
    )
  );
}

/** Removes duplicates: a reply added meanwhile shifts the pages by one. */
function withoutDuplicates(comments: readonly Comment[]): Comment[] {
  return [...new Map(comments.map((comment) => [comment._id, comment])).values()];
}
