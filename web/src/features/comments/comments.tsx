import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { ReadablePost } from '../../shared/api/types';
import { closed, sorts } from '../../shared/labels/comments.json';
import { lazyCode } from '../../shared/loading/lazy-code';
import { LazyChunk } from '../../shared/loading/lazy-chunk';
import { loadChunk } from '../../shared/loading/load-chunk';
import { useAdmin } from '../../shared/session/admin-session';
import { useSession } from '../../shared/session/session';
import { commentPolicy } from '../../shared/site';
import { Count } from '../../shared/ui/count';
import { EmptyState } from '../../shared/ui/states';
import { placeQuery, threadsQuery } from './api';
import { CommentPrompt } from './comment-prompt';
import './comments.css';
import { ConversationContext, type Tools, useConversation } from './conversation';
import { FailureLine } from './failure-line';
import { Steps } from './steps';
import { Thread } from './thread';
import { useLinks } from './use-links';
import { sortPart, useView } from './use-view';

const TITLE_ID = 'comments';
/** One text node, as the server renders it: otherwise hydration would replace it. */
const TITLE = 'Comments ';

const participation = lazyCode(
  async () => (await loadChunk(() => import('./participation/participation'))).Participation,
);

type Props = {
  post: ReadablePost;
  /** What stands beside the title as long as the comments are open. */
  beside?: ReactNode;
};

/** The comments of a post in threads. */
export function Comments({ post, beside }: Props) {
  const { _id: postId, title, commentsClosed: isClosed } = post;
  const { hash } = useLocation();
  const [initialHash] = useState(hash);
  const isReader = useSession() !== null;
  const isSignedIn = useAdmin() !== null || isReader;
  const [loadedTools, setTools] = useState<Tools | null>(null);
  const tools = isSignedIn ? loadedTools : null;
  const addressed = /^#comment-(.+)/u.exec(hash)?.[1];
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
      tools,
      addressed,
    }),
    [postId, title, isClosed, tools, addressed],
  );

  return (
    <section
      ref={section}
      className="comments"
      data-signed-in={isSignedIn || undefined}
      aria-labelledby={TITLE_ID}
    >
      <div className="comments-head">
        <h2 id={TITLE_ID} className="section-title" tabIndex={-1}>
          {TITLE}
          <span className="comments-count">
            <Count of={post.stats.commentCount} />
          </span>
        </h2>
        {!isClosed && beside}
      </div>
      {policy !== '' && <p className="comments-policy">{policy}</p>}
      {isClosed && <p className="comments-closed">{closed}</p>}
      <ConversationContext value={conversation}>
        {isSignedIn ? (
          <LazyChunk
            code={participation}
            pending={!isClosed && <div className="comment-form-pending skeleton" />}
            failed={(failure) => (
              <FailureLine text="The comment form could not be loaded." {...failure} />
            )}
          >
            {(Participation) => <Participation onReady={setTools} />}
          </LazyChunk>
        ) : (
          !isClosed && <CommentPrompt />
        )}
        <Threads post={post} />
      </ConversationContext>
    </section>
  );
}

/** The threads of the page that the address names, or of the page with the comment that it names. */
function Threads({ post }: { post: ReadablePost }) {
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
  const { tools, addressed } = useConversation();
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
      <FailureLine text="Failed to load comments. Please try again." retry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Loading comments" className="comment-list">
        <div className="skeleton comment-skeleton" />
      </div>
    );
  }
  const isFirst = sort === 'newest' && shownPage === 1;
  const ownRoots = (tools?.addedRoots ?? [])
    .filter(({ _id }) => !data.comments.some((root) => root._id === _id))
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
            opened={
              comment !== null && place?.root === root._id
                ? { id: comment, page: repliesPage ?? place.repliesPage ?? 1 }
                : undefined
            }
          />
        ))}
      </ol>
      <Steps
        className="comments-pages"
        list="comments"
        page={shownPage}
        totalPages={data.totalPages}
        to={(next) => `?comments=${next}${sortPart(sort)}#${TITLE_ID}`}
        previous="Previous comments"
        next="Next comments"
      >
        <span>{`Page ${shownPage} of ${data.totalPages}`}</span>
      </Steps>
    </>
  );
}
