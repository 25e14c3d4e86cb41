import { type MouseEvent, useMemo } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

import type { Heading } from '../../shared/api/types';
import { goTo, elementForHash } from '../../shared/rich-text/hash-target';
import { useCurrentSection } from './use-current-section';

const HEADINGS_MIN = 3;
const LEVEL_MAX = 3;

/** The sections of the article, beside it from 1280 px; hidden below by the stylesheet. */
export function TableOfContents({ headings }: { headings: readonly Heading[] }) {
  const listed = useMemo(() => headings.filter(({ level }) => level <= LEVEL_MAX), [headings]);
  const current = useCurrentSection(listed);
  const navigate = useNavigate();
  const { search } = useLocation();

  /** Navigates before it scrolls, so that the router stores the present scroll position. */
  function follow(event: MouseEvent, id: string) {
    const target = elementForHash(id);
    if (!target || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    void navigate({ search, hash: id }, { preventScrollReset: true });
    goTo(target);
  }

  if (listed.length < HEADINGS_MIN) {
    return null;
  }
  return (
    <nav className="contents" aria-label="Table of contents">
      <div className="contents-frame">
        <p className="contents-title" aria-hidden>
          On this page
        </p>
        <ol className="contents-list">
          {listed.map(({ id, text, level }) => (
            <li key={id} className={`contents-item contents-item-${level}`}>
              <Link
                to={{ search, hash: id }}
                aria-current={id === current ? 'location' : undefined}
                onClick={(event) => {
                  follow(event, id);
                }}
              >
                {text}
              </Link>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
