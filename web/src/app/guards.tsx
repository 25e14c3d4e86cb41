/** Who may open which pages (product.md §2), as elements of routes. */
import { Navigate, Outlet, useLocation } from 'react-router';

import { paths } from '../shared/paths';
import { type LoginState, cameFrom } from '../shared/session/login-prompt';
import { useSession } from '../shared/session/session';

/** For visitors; somebody who is or gets signed in goes on to where they came from. */
export function GuestOnly() {
  const session = useSession();
  const state: unknown = useLocation().state;
  if (!session) {
    return <Outlet />;
  }
  const from = cameFrom(state);
  return session.user.onboarded ? (
    <Navigate to={from} replace />
  ) : (
    <Navigate to={paths.onboarding} replace state={{ from } satisfies LoginState} />
  );
}

/** For signed-in readers, who complete their profile first. */
export function NeedsLogin() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();
  const from: LoginState = { from: `${pathname}${search}${hash}` };
  if (!session) {
    return <Navigate to={paths.login} replace state={from} />;
  }
  if (!session.user.onboarded && pathname !== paths.onboarding) {
    return <Navigate to={paths.onboarding} replace state={from} />;
  }
  return <Outlet />;
}
