import { Link, useLocation, useNavigate } from 'react-router';

import { AdminSignupForm } from '../../../features/admin-auth/admin-signup-form';
import { paths } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';

const CREATED = 'Admin account created successfully! Please login.';

export function AdminSignupPage() {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;

  function logIn() {
    window.alert(CREATED);
    void navigate(paths.adminLogin, { state });
  }

  return (
    <>
      <PageTitle title="Admin sign up">Create an admin account</PageTitle>
      <p className="bare-lead">For those who run this blog, and know its master password.</p>
      <AdminSignupForm onDone={logIn} />
      <p className="bare-foot">
        Already an administrator?{' '}
        <Link to={paths.adminLogin} state={state}>
          Sign in
        </Link>
        <br />
        Here to read? <Link to={paths.signup}>User signup</Link>
      </p>
    </>
  );
}
