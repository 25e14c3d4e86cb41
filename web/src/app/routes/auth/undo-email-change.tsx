import { Link } from 'react-router';

import { UndoEmailChange } from '../../../features/auth/undo-email-change';
import { paths } from '../../../shared/paths';
import { endAdminSession } from '../../../shared/session/admin-session';
import { endSession } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';
import { useLinkSecret } from '../../../shared/session/use-link-secret';

/** The page behind the link that an email change sends to the old address. */
export function UndoEmailChangePage() {
  const token = useLinkSecret();

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
