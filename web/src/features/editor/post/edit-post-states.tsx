import { useState } from 'react';

import { ErrorBanner } from '../../../shared/ui/error-banner';
import { PageTitle } from '../../../shared/ui/page-title';
import { TEXTS } from './post-texts';
import './post-bar.css';
import './post.css';

type Props = { texts?: 'edit' | 'editPage'; error: string | null };

/** The loading and the error state of the edit page. */
export function EditPostStates({ texts = 'edit', error }: Props) {
  const { title, loading } = TEXTS[texts];
  const [isDismissed, setDismissed] = useState(false);
  return (
    <div className="post-page">
      <div className="post-bar">
        <div className="post-head">
          <PageTitle title={title} className="post-title">
            {title}
          </PageTitle>
        </div>
        <div className="post-tools">
          <div className="post-toolbar" />
        </div>
      </div>
      {error === null ? (
        <div className="post-main">
          <p role="status" className="post-loading">
            {loading}
          </p>
          <div className="skeleton post-skeleton-title" aria-hidden />
          <div className="skeleton post-skeleton-text" aria-hidden />
        </div>
      ) : (
        <div className="post-main">
          <ErrorBanner
            message={isDismissed ? null : error}
            onDismiss={() => {
              setDismissed(true);
            }}
          />
        </div>
      )}
    </div>
  );
}
