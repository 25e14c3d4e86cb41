import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

import type { PostSummary } from '../../shared/api/types';
import { focusPageTitle } from '../../shared/ui/page-title';
import { PostCard } from './post-card';
import { useFadingRemovals } from './use-fading-removals';
import { useUndoRemoval } from './use-undo-removal';

/** The duration of the list items' CSS transition. */
const FADE_MS = 180;

/** The bookmarks of a reader; a removed one fades out before the others move up. */
export function BookmarkedGrid({ posts, page }: { posts: readonly PostSummary[]; page: number }) {
  const { shown, drop } = useFadingRemovals(posts);
  const offerUndo = useUndoRemoval(page);
  return (
    <ul className="grid">
      {shown.map(({ post, isLeaving }, index) => (
        <LeavingItem
          key={post._id}
          isLeaving={isLeaving}
          onFaded={() => {
            drop(post._id);
          }}
        >
          <PostCard
            post={post}
            heading="h2"
            onBookmarkRemoved={() => {
              offerUndo(post, index);
            }}
          />
        </LeavingItem>
      ))}
    </ul>
  );
}

type ItemProps = { isLeaving: boolean; onFaded: () => void; children: ReactNode };

function LeavingItem({ isLeaving, onFaded, children }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const latestOnFaded = useRef(onFaded);

  useEffect(() => {
    latestOnFaded.current = onFaded;
  });

  useEffect(() => {
    if (!isLeaving) {
      return undefined;
    }
    const timer = setTimeout(() => {
      latestOnFaded.current();
    }, FADE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [isLeaving]);

  useLayoutEffect(() => {
    const node = item.current;
    return () => {
      if (node?.dataset['leaving'] && node.contains(document.activeElement)) {
        focusNeighbour(node);
      }
    };
  }, []);

  return (
    <li ref={item} data-leaving={isLeaving || undefined}>
      {children}
    </li>
  );
}

/** Moves the focus from a removed item to its neighbour. */
function focusNeighbour(item: HTMLElement): void {
  const neighbour = item.nextElementSibling ?? item.previousElementSibling;
  const link = neighbour?.querySelector('a');
  if (link) {
    link.focus({ preventScroll: true });
  } else {
    focusPageTitle();
  }
}
