import { Link } from 'react-router';

import type { ChunkFailure } from '../shared/loading/lazy-chunk';
import type { ChunkErrorReason } from '../shared/loading/load-chunk';
import { RetryButton } from '../shared/loading/retry-button';
import { paths } from '../shared/paths';
import { PageTitle, retryWithFocus } from '../shared/ui/page-title';

type Message = { title: string; text: string };

const MESSAGES: Readonly<Record<ChunkErrorReason, Message>> = {
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

/** The error page for a page that failed to load or render. */
export function PageFailure({ reason, needsReload, retry }: ChunkFailure) {
  const { title, text } = MESSAGES[reason];
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
