/** Route elements that restrict pages by viewer (product.md §2). */
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';

import { paths } from '../shared/paths';
import { useAdmin } from '../shared/session/admin-session';
import { takePendingMessage } from '../shared/session/ended-session';
import { type LoginState, returnPath } from '../shared/session/login-prompt';
import { useSession } from '../shared/session/session';

/** Allows visitors; redirects signed-in viewers to the page that they came from. */
export function GuestOnly() {
  const session = useSession();
  const isAdmin = useAdmin() !== null;
  const state: unknown = useLocation().state;
  const from = returnPath(state);
  if (!session) {
    return isAdmin ? <Navigate to={from} replace /> : <Outlet />;
  }
  return session.account.onboarded ? (
    <Navigate to={from} replace />
  ) : (
    <Navigate to={paths.onboarding} replace state={{ from } satisfies LoginState} />
  );
}

type NeedsLoginProps = {
  /** Whether administrators may stay; by default they are redirected to the dashboard. */
  admitsAdmins?: boolean;
};

/** Allows onboarded readers; redirects others to the login, onboarding or, as administrators, the dashboard. */
export function NeedsLogin({ admitsAdmins = false }: NeedsLoginProps) {
  const session = useSession();
  const isAdmin = useAdmin() !== null;
  const { pathname } = useLocation();
  const from = useReturnAddress();
  if (!session && isAdmin && admitsAdmins) {
    return <Outlet />;
  }
  if (!session) {
    return isAdmin ? (
      <Navigate to={paths.adminDashboard} replace />
    ) : (
      <LoginRedirect to={paths.login} state={from} />
    );
  }
  if (!session.account.onboarded && pathname !== paths.onboarding) {
    return <Navigate to={paths.onboarding} replace state={from} />;
  }
  return <Outlet />;
}

/** Allows visitors; redirects administrators to the panel and readers to the home page. */
export function AdminGuestOnly() {
  const isReader = useSession() !== null;
  const isAdmin = useAdmin() !== null;
  const state: unknown = useLocation().state;
  if (isAdmin) {
    return <Navigate to={returnPath(state, paths.adminDashboard)} replace />;
  }
  return isReader ? <Navigate to={paths.home} replace /> : <Outlet />;
}

export function AdminOnly() {
  const isAdmin = useAdmin() !== null;
  const from = useReturnAddress();
  return isAdmin ? <Outlet /> : <LoginRedirect to={paths.adminLogin} state={from} />;
}

/** Redirects to a login page, which shows the message of an ended session: no toast repeats it. */
function LoginRedirect({ to, state }: { to: string; state: LoginState }) {
  useEffect(() => {
    takePendingMessage();
  }, []);
  return <Navigate to={to} replace state={state} />;
}

function useReturnAddress(): LoginState {
  const { pathname, search, hash } = useLocation();
  return { from: `${pathname}${search}${hash}` };
}
