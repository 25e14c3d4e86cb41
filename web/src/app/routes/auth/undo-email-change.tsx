import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

import { UndoEmailChange } from '../../../features/auth/undo-email-change';
import { paths } from '../../../shared/paths';
import { endAdminSession } from '../../../shared/session/admin-session';
import { endSession } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';

/** The page behind the link that an email change sends to the old address. */
export function UndoEmailChangePage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(hash.slice(1));

  // Removes the token from the address bar and the history.
  useEffect(() => {
    if (hash !== '') {
      void navigate(paths.undoEmailChange, { replace: true });
    }
  }, [hash, navigate]);

  /** Ends the session of this browser as well. */
  function endSessions(isAdmin: boolean) {
    if (isAdmin) {
      endAdminSession();
    } else {
      endSession();
    }
  }

  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <PageTitle title="Undo email change">Undo the email change</PageTitle>
      {token === '' ? (
        <p className="bare-lead">Open the link in the mail that told you of the change.</p>
      ) : (
        <div className="form">
          <UndoEmailChange token={token} onUndone={endSessions} />
        </div>
      )}
      <p className="bare-foot">
        <Link to={paths.home}>Back to the site</Link>
      </p>
    </>
  );
}
