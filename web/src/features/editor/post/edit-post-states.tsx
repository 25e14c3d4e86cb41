import { useState } from 'react';

import { ErrorBanner } from '../../../shared/ui/error-banner';
import { PageTitle } from '../../../shared/ui/page-title';
import { TEXTS } from './post-texts';
import './post.css';

/** The loading and the error state of the edit page. */
export function EditPostStates({ error }: { error: string | null }) {
  const [isDismissed, setDismissed] = useState(false);
  return (
    <div className="page post-page">
      <PageTitle title={TEXTS.edit.title} className="post-title">
        {TEXTS.edit.title}
      </PageTitle>
      {error === null ? (
        <>
          <p role="status" className="post-loading">
            Loading blog...
          </p>
          <div className="post-form" aria-hidden>
            <div className="post-main">
              <div className="skeleton post-skeleton-field" />
              <div className="skeleton post-skeleton-text" />
            </div>
            <div className="post-aside">
              <div className="skeleton post-skeleton-image" />
              <div className="skeleton post-skeleton-field" />
              <div className="skeleton post-skeleton-field" />
            </div>
          </div>
        </>
      ) : (
        <ErrorBanner
          message={isDismissed ? null : error}
          onDismiss={() => {
            setDismissed(true);
          }}
        />
      )}
    </div>
  );
}
