import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';

import { UndoEmailChange } from '../../../features/auth/undo-email-change';
import { paths } from '../../../shared/paths';
import { endAdminSession } from '../../../shared/session/admin-session';
import { endSession } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';

/** Where the link leads that the old address gets when an email was changed. */
export function UndoEmailChangePage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [token] = useState(hash.slice(1));

  // The address bar and the history keep what they show.
  useEffect(() => {
    if (hash !== '') {
      void navigate(paths.undoEmailChange, { replace: true });
    }
  }, [hash, navigate]);

  /** The session of this browser is over as well. */
  function leave(isAdmin: boolean) {
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
          <UndoEmailChange token={token} onUndone={leave} />
        </div>
      )}
      <p className="bare-foot">
        <Link to={paths.home}>Back to the site</Link>
      </p>
    </>
  );
}
