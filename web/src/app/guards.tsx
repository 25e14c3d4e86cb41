/** Who may open which pages (product.md §2), as elements of routes. */
import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';

import { paths } from '../shared/paths';
import { useAdmin } from '../shared/session/admin-session';
import { claimMessage } from '../shared/session/ended-session';
import { type LoginState, cameFrom } from '../shared/session/login-prompt';
import { useSession } from '../shared/session/session';

/** For visitors; somebody who is or gets signed in goes on to where they came from. */
export function GuestOnly() {
  const session = useSession();
  const isAdmin = useAdmin() !== null;
  const state: unknown = useLocation().state;
  const from = cameFrom(state);
  if (!session) {
    return isAdmin ? <Navigate to={from} replace /> : <Outlet />;
  }
  return session.user.onboarded ? (
    <Navigate to={from} replace />
  ) : (
    <Navigate to={paths.onboarding} replace state={{ from } satisfies LoginState} />
  );
}

/** For signed-in readers, who complete their profile first. Administrators have nothing of their own there. */
export function NeedsLogin() {
  const session = useSession();
  const isAdmin = useAdmin() !== null;
  const { pathname } = useLocation();
  const from = useHere();
  if (!session) {
    return isAdmin ? (
      <Navigate to={paths.adminDashboard} replace />
    ) : (
      <ToLogin to={paths.login} state={from} />
    );
  }
  if (!session.user.onboarded && pathname !== paths.onboarding) {
    return <Navigate to={paths.onboarding} replace state={from} />;
  }
  return <Outlet />;
}

/** For those who are not signed in; an administrator who is or gets signed in goes on to the panel. */
export function AdminGuestOnly() {
  const isReader = useSession() !== null;
  const isAdmin = useAdmin() !== null;
  const state: unknown = useLocation().state;
  if (isAdmin) {
    return <Navigate to={cameFrom(state, paths.adminDashboard)} replace />;
  }
  return isReader ? <Navigate to={paths.home} replace /> : <Outlet />;
}

export function AdminOnly() {
  const isAdmin = useAdmin() !== null;
  const from = useHere();
  return isAdmin ? <Outlet /> : <ToLogin to={paths.adminLogin} state={from} />;
}

/** The login says it where a session has ended. */
function ToLogin({ to, state }: { to: string; state: LoginState }) {
  useEffect(() => {
    claimMessage();
  }, []);
  return <Navigate to={to} replace state={state} />;
}

function useHere(): LoginState {
  const { pathname, search, hash } = useLocation();
  return { from: `${pathname}${search}${hash}` };
}
