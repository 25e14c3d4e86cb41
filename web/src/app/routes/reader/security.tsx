import { Security } from '../../../features/security/security';
import { useSession } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';

/** The second factor and the sessions of the signed-in reader. */
export function SecurityPage() {
  const reader = useSession()?.account;
  return (
    <div className="page">
      <PageTitle title="Security">Security</PageTitle>
      <p className="page-lead">How you log in, and where you are logged in.</p>
      {reader && <Security account={{ kind: 'reader', email: reader.email }} />}
    </div>
  );
}
