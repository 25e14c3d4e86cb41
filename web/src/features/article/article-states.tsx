import { CircleAlert, FileQuestion } from 'lucide-react';

import { PageTitle, retryWithFocus } from '../../shared/ui/page-title';
import { useGoBack } from '../../shared/use-go-back';

export function ArticleNotFound() {
  const goBack = useGoBack();
  return (
    <div className="state state-page">
      <FileQuestion aria-hidden className="state-icon" />
      <PageTitle title="Blog not found" className="state-title">
        Blog not found
      </PageTitle>
      <p className="state-text">It may have been taken down, or the address may be mistyped.</p>
      <div className="state-actions">
        <button type="button" className="button button-primary" onClick={goBack}>
          Go Back
        </button>
        {/* The server's link for browsers without scripts. */}
        <noscript />
      </div>
    </div>
  );
}

type Props = { message: string; onRetry: () => void };

export function ArticleFailure({ message, onRetry }: Props) {
  const goBack = useGoBack();
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
        <button type="button" className="button" onClick={goBack}>
          Go Back
        </button>
      </div>
    </div>
  );
}
