import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { Comment, ReadablePost } from '../../shared/api/types';
import { closed, sorts } from '../../shared/labels/comments.json';
import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyChunk } from '../../shared/loading/lazy-chunk';
import { loadChunk } from '../../shared/loading/load-chunk';
import { useAdmin } from '../../shared/session/admin-session';
import { useSession } from '../../shared/session/session';
import { commentPolicy } from '../../shared/site';
import { Count } from '../../shared/ui/count';
import { EmptyState } from '../../shared/ui/states';
import { addedQuery, placeQuery, threadsQuery } from './api';
import { CommentPrompt } from './comment-prompt';
import './comments.css';
import { ConversationContext, type Tools } from './conversation';
import { Thread } from './thread';
import { useLinks } from './use-links';
import { sortPart, useView } from './use-view';

const TITLE_ID = 'comments';
/** One text node, as the server renders it: otherwise hydration would replace it. */
const TITLE = 'Comments ';
const PREFIX = '#comment-';
const NONE: readonly Comment[] = [];

const participation = lazyCode(
  async () => (await loadChunk(() => import('./participation/participation'))).Participation,
);

/** The comments of a post in threads. */
export function Comments({ post }: { post: ReadablePost }) {
  const { _id: postId, title, commentsClosed: isClosed } = post;
  const { hash } = useLocation();
  const [initialHash] = useState(hash);
  const isReader = useSession() !== null;
  const isSignedIn = useAdmin() !== null || isReader;
  const [loadedTools, setTools] = useState<Tools | null>(null);
  const tools = isSignedIn ? loadedTools : null;
  const addressed = idIn(hash);
  const section = useLinks();
  const policy = commentPolicy();

  // The browser scrolled to the hash before the post was rendered.
  useEffect(() => {
    if (initialHash === `#${TITLE_ID}`) {
      document.getElementById(TITLE_ID)?.scrollIntoView();
    }
  }, [initialHash]);

  const conversation = useMemo(
    () => ({
      post: { _id: postId, title },
      isClosed,
      isSignedIn,
      tools,
      addressed,
    }),
    [postId, title, isClosed, isSignedIn, tools, addressed],
  );

  return (
    <section ref={section} className="comments" aria-labelledby={TITLE_ID}>
      <h2 id={TITLE_ID} className="section-title" tabIndex={-1}>
        {TITLE}
        <span className="comments-count">
          <Count of={post.stats.commentCount} />
        </span>
      </h2>
      {policy !== '' && <p className="comments-policy">{policy}</p>}
      {isClosed && <p className="comments-closed">{closed}</p>}
      <ConversationContext value={conversation}>
        {isSignedIn ? (
          <LazyChunk
            code={participation}
            pending={!isClosed && <div className="comment-form-pending skeleton" />}
            failed={({ needsReload, retry }) => (
              <p className="comments-failure" role="alert">
                The comment form could not be loaded.{' '}
                <button type="button" className="link-button" onClick={retry}>
                  {needsReload ? 'Reload' : 'Try again'}
                </button>
              </p>
            )}
          >
            {(Participation) => <Participation onReady={setTools} />}
          </LazyChunk>
        ) : (
          !isClosed && <CommentPrompt />
        )}
        <Threads post={post} addressed={addressed} />
      </ConversationContext>
    </section>
  );
}

type ThreadsProps = { post: ReadablePost; addressed: string | undefined };

/** The threads of the page that the address names, or of the page with the comment that it names. */
function Threads({ post, addressed }: ThreadsProps) {
  const { sort, page, comment, repliesPage } = useView();
  const { hash } = useLocation();
  const navigate = useNavigate();
  const lookup = useQuery(placeQuery(comment, sort));
  const place = lookup.data?.blog._id === post._id ? lookup.data : undefined;
  const shownPage = place?.page ?? page;
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...threadsQuery(post, sort, shownPage),
    enabled: comment === null || !lookup.isPending,
  });
  const added = useQuery(addedQuery(post._id)).data?.comments ?? NONE;
  const isReady = data !== undefined && !isPlaceholderData;

  // A comment that is on another page, or below the first replies of a thread.
  useEffect(() => {
    if (
      isReady &&
      addressed !== undefined &&
      addressed !== comment &&
      !document.getElementById(hash.slice(1))
    ) {
      const search = `?comment=${addressed}${sortPart(sort)}`;
      void navigate({ search, hash }, { replace: true, preventScrollReset: true });
    }
  }, [isReady, addressed, comment, hash, sort, navigate]);

  if (data === undefined) {
    return isError ? (
      <div className="comments-failure" role="alert">
        <p>Failed to load comments. Please try again.</p>
        <button type="button" className="button button-small" onClick={() => void refetch()}>
          Try again
        </button>
      </div>
    ) : (
      <div role="status" aria-label="Loading comments" className="comment-list">
        <div className="skeleton comment-skeleton" />
      </div>
    );
  }
  const isFirst = sort === 'newest' && shownPage === 1;
  const ownRoots = added
    .filter(
      ({ _id, parentId }) => parentId === null && !data.comments.some((root) => root._id === _id),
    )
    .map((root) => ({ ...root, replies: [] }));
  const roots = isFirst ? [...ownRoots, ...data.comments] : data.comments;
  const total = data.total + ownRoots.length;
  if (total === 0) {
    return (
      <EmptyState icon={MessageCircle} title="No comments yet">
        <p className="state-text">Be the first to say something.</p>
      </EmptyState>
    );
  }
  return (
    <>
      {total > 1 && (
        <nav className="comments-sort" aria-label="Sort comments">
          {sorts.map(({ value, label }) => (
            <a
              key={value}
              href={`?sort=${value}#${TITLE_ID}`}
              aria-current={value === sort || undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      )}
      {lookup.isError && (
        <p className="comments-note" role="status">
          The comment that this address names is not here any more.
        </p>
      )}
      <ol className="comment-list" aria-busy={isPlaceholderData || undefined}>
        {roots.map((root) => (
          <Thread
            key={root._id}
            thread={root}
            added={added}
            opened={
              comment !== null && place?.root === root._id
                ? { id: comment, page: repliesPage ?? place.repliesPage ?? 1 }
                : undefined
            }
          />
        ))}
      </ol>
      {data.totalPages > 1 && (
        <Pages page={shownPage} total={data.totalPages} end={sortPart(sort)} />
      )}
    </>
  );
}

type PagesProps = { page: number; total: number; end: string };

function Pages({ page, total, end }: PagesProps) {
  const to = (next: number) => `?comments=${next}${end}#${TITLE_ID}`;
  return (
    <nav className="comments-pages" aria-label="Pages of comments">
      {page > 1 && (
        <a rel="prev" href={to(page - 1)}>
          Previous comments
        </a>
      )}
      <span>{`Page ${page} of ${total}`}</span>
      {page < total && (
        <a rel="next" href={to(page + 1)}>
          Next comments
        </a>
      )}
    </nav>
  );
}

function idIn(hash: string): string | undefined {
  return hash.startsWith(PREFIX) ? hash.slice(PREFIX.length) : undefined;
}
