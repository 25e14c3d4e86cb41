import { Security } from '../../../features/security/security';
import { useAdmin } from '../../../shared/session/admin-session';
import { PageTitle } from '../../../shared/ui/page-title';

/** The second factor and the sessions of the signed-in member of the staff. */
export function AdminSecurityPage() {
  const admin = useAdmin()?.account;
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title="Security">Security</PageTitle>
      </div>
      {admin && <Security account={{ kind: 'admin', email: admin.email }} />}
    </div>
  );
}
