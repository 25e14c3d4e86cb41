import { Link, useLocation } from 'react-router';

import { paths } from '../../shared/paths';
import { cameFrom } from '../../shared/session/login-prompt';
import { PageTitle } from '../../shared/ui/page-title';

/** Says plainly that there are no accounts yet, and leads back to where the visitor came from. */
export function LoginPage() {
  const from = cameFrom(useLocation().state);
  return (
    <>
      <PageTitle title="Login">Login</PageTitle>
      <p className="bare-text">
        Accounts for readers open soon. Until then everything can be read, searched and shared
        without one.
      </p>
      <Link to={from} className="button button-primary button-wide">
        {from === paths.home ? 'Back to Home' : 'Back to where you were'}
      </Link>
    </>
  );
}
