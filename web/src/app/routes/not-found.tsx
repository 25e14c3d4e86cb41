import { Link, useNavigate } from 'react-router';

import { paths } from '../../shared/paths';
import { PageTitle } from '../../shared/ui/page-title';

export function NotFoundPage() {
  const navigate = useNavigate();
  return (
    <div className="state state-page">
      <p className="state-code" aria-hidden>
        404
      </p>
      <PageTitle title="Page not found">Oops! Something went wrong</PageTitle>
      <p className="state-text">We couldn&apos;t find the page you&apos;re looking for.</p>
      <div className="state-actions">
        <button type="button" className="button" onClick={() => void navigate(-1)}>
          Go Back
        </button>
        <Link to={paths.home} className="button button-primary">
          Back to Home
        </Link>
      </div>
    </div>
  );
}
