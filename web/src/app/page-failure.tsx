import { Link } from 'react-router';

import type { PieceFailure } from '../shared/loading/lazy-piece';
import type { MissingReason } from '../shared/loading/load-chunk';
import { RetryButton } from '../shared/loading/retry-button';
import { paths } from '../shared/paths';
import { PageTitle, retryWithFocus } from '../shared/ui/page-title';

type Words = { title: string; text: string };

const WORDS: Readonly<Record<MissingReason, Words>> = {
  offline: {
    title: 'No connection',
    text: 'This page is not here yet. It opens once the connection is back.',
  },
  updated: {
    title: 'The site was updated',
    text: 'Reload to open this page in its new version.',
  },
  failed: {
    title: 'This page could not be shown',
    text: 'A part of it could not be loaded.',
  },
};

/** What stands in the place of a page whose code did not come or broke. */
export function PageFailure({ reason, needsReload, retry }: PieceFailure) {
  const { title, text } = WORDS[reason];
  return (
    <div className="state state-page" role="alert">
      <PageTitle title={title} className="state-title">
        {title}
      </PageTitle>
      <p className="state-text">{text}</p>
      <div className="state-actions">
        <RetryButton
          needsReload={needsReload}
          retry={retryWithFocus(retry)}
          className="button button-primary"
        />
        <Link to={paths.home} className="button">
          Back to Home
        </Link>
      </div>
    </div>
  );
}
