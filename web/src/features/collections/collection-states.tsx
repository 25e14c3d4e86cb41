import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { PageTitle, retryWithFocus } from '../../shared/ui/page-title';

type FailureProps = { message: string; onRetry: () => void };

/** What stands in the place of a page that could not be loaded. */
export function CollectionFailure({ message, onRetry }: FailureProps) {
  return (
    <div className="state state-page" role="alert">
      <CircleAlert aria-hidden className="state-icon" />
      <PageTitle title={message} className="state-title">
        {message}
      </PageTitle>
      <div className="state-actions">
        <button type="button" className="button button-primary" onClick={retryWithFocus(onRetry)}>
          Try again
        </button>
      </div>
    </div>
  );
}

/** The outline of a page while it loads, with that of its posts. */
export function CollectionSkeleton({ children }: { children: ReactNode }) {
  return (
    <div className="page">
      <div className="collection-head" aria-hidden>
        <div className="collection-about">
          <div className="skeleton collection-skeleton-title" />
          <div className="skeleton skeleton-line" />
        </div>
      </div>
      {children}
    </div>
  );
}
