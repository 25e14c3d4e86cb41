import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

import type { BlogSummary } from '../../shared/api/types';
import { focusPageTitle } from '../../shared/ui/page-title';
import { BlogCard } from './blog-card';
import { useLeaving } from './use-leaving';
import { useUndoneRemoval } from './use-undone-removal';

/** As long as the transition of the list items takes. */
const FADE_MS = 180;

/** The bookmarks of a reader: one that is taken away fades before the others close up. */
export function BookmarkedGrid({ blogs, page }: { blogs: readonly BlogSummary[]; page: number }) {
  const { shown, drop } = useLeaving(blogs);
  const offerUndo = useUndoneRemoval(page);
  return (
    <ul className="grid">
      {shown.map(({ blog, isLeaving }, place) => (
        <LeavingItem
          key={blog._id}
          isLeaving={isLeaving}
          onFaded={() => {
            drop(blog._id);
          }}
        >
          <BlogCard
            blog={blog}
            heading="h2"
            onBookmarkRemoved={() => {
              offerUndo(blog, place);
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
  const faded = useRef(onFaded);

  useEffect(() => {
    faded.current = onFaded;
  });

  useEffect(() => {
    if (!isLeaving) {
      return undefined;
    }
    const timer = setTimeout(() => {
      faded.current();
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

/** Whoever works with the keyboard goes on beside what went away. */
function focusNeighbour(item: HTMLElement): void {
  const neighbour = item.nextElementSibling ?? item.previousElementSibling;
  const link = neighbour?.querySelector('a');
  if (link) {
    link.focus({ preventScroll: true });
  } else {
    focusPageTitle();
  }
}
