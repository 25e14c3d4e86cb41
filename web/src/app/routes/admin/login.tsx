import { Link, useLocation } from 'react-router';

import { AdminLoginForm } from '../../../features/admin-auth/admin-login-form';
import { paths } from '../../../shared/paths';
import { EndedSessionNote } from '../../../shared/session/ended-session-note';
import { PageTitle } from '../../../shared/ui/page-title';

export function AdminLoginPage() {
  const state: unknown = useLocation().state;
  return (
    <>
      <PageTitle title="Admin login">Admin login</PageTitle>
      <p className="bare-lead">Write posts and look after the community.</p>
      <EndedSessionNote kind="admin" />
      <AdminLoginForm />
      <p className="bare-foot">
        No administrator yet?{' '}
        <Link to={paths.adminSignup} state={state}>
          Sign up as admin
        </Link>
        <br />
        Here to read? <Link to={paths.login}>User login</Link>
      </p>
    </>
  );
}
