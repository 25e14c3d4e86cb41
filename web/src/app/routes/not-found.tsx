import { Link } from 'react-router';

import { paths } from '../../shared/paths';
import { PageTitle } from '../../shared/ui/page-title';
import { useGoBack } from '../../shared/use-go-back';

export function NotFoundPage() {
  const goBack = useGoBack();
  return (
    <div className="state state-page">
      <p className="state-code" aria-hidden>
        404
      </p>
      <PageTitle title="Page not found">Oops! Something went wrong</PageTitle>
      <p className="state-text">We couldn&apos;t find the page you&apos;re looking for.</p>
      <div className="state-actions">
        <button type="button" className="button" onClick={goBack}>
          Go Back
        </button>
        <Link to={paths.home} className="button button-primary">
          Back to Home
        </Link>
      </div>
    </div>
  );
}
