import { type MouseEvent, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';

import type { Heading } from '../../shared/api/types';
import { goTo, placeNamed } from '../../shared/rich-text/inner-links';
import { useCurrentSection } from './use-current-section';

const FEWEST_HEADINGS = 3;
const DEEPEST_LEVEL = 3;

/** The sections of the article, beside it from 1280 px; the stylesheet hides it below. */
export function TableOfContents({ headings }: { headings: readonly Heading[] }) {
  const listed = useMemo(() => headings.filter(({ level }) => level <= DEEPEST_LEVEL), [headings]);
  const current = useCurrentSection(listed);
  const navigate = useNavigate();

  /** In this order: the place that is left must be remembered before it is left. */
  function follow(event: MouseEvent, id: string) {
    const place = placeNamed(id);
    if (!place || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    void navigate({ hash: id }, { preventScrollReset: true });
    goTo(place);
  }

  if (listed.length < FEWEST_HEADINGS) {
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
                to={{ hash: id }}
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
