import { useRouteError } from 'react-router';

import { useDocumentTitle } from '../shared/ui/page-title';

/** What stands where a page broke, or where its chunk could not be loaded. */
export function AppErrorPage() {
  const error = useRouteError();
  useDocumentTitle('Something went wrong');
  return (
    <div className="state state-page" role="alert">
      <h1>This page could not be shown</h1>
      <p className="state-text">{error instanceof Error ? error.message : 'An unknown fault.'}</p>
      <div className="state-actions">
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            window.location.reload();
          }}
        >
          Try again
        </button>
        <a className="button" href="/">
          Back to Home
        </a>
      </div>
    </div>
  );
}
