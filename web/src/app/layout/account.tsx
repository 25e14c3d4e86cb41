import { LogIn, UserPlus } from 'lucide-react';
import { Link, NavLink } from 'react-router';

import { paths } from '../../shared/paths';
import { useAdmin } from '../../shared/session/admin-session';
import { useSession } from '../../shared/session/session';
import { useLogout } from '../../shared/session/use-logout';
import { ADMIN_PICTURE } from '../../shared/site';
import { Avatar } from '../../shared/ui/avatar';
import { LogoutItem } from './logout-item';
import { RailLabel } from './rail-label';

const AVATAR_PX = 32;

/** The signed-in reader with the logout, or the links to sign in. */
export function Account() {
  const session = useSession();
  const isAdmin = useAdmin() !== null;
  const logOut = useLogout('reader');
  if (!session) {
    return isAdmin ? <AdminAccount /> : <SignInLinks />;
  }
  const { name, profileImage } = session.account;
  return (
    <>
      <AccountLink name={name} to={paths.ownProfile} picture={profileImage?.url ?? ADMIN_PICTURE} />
      <LogoutItem onLeave={logOut} />
    </>
  );
}

/** The signed-in administrator with the logout. */
export function AdminAccount() {
  const session = useAdmin();
  const logOut = useLogout('admin');
  return (
    <>
      {session && (
        <AccountLink
          name={session.account.username}
          to={paths.adminSettings}
          picture={ADMIN_PICTURE}
        />
      )}
      <LogoutItem onLeave={logOut} />
    </>
  );
}

function SignInLinks() {
  return (
    <>
      <RailLabel name="Login">
        <NavLink to={paths.login} className="side-item" aria-label="Login">
          <LogIn aria-hidden />
          <span className="side-label">Login</span>
        </NavLink>
      </RailLabel>
      <RailLabel name="Sign up">
        <NavLink to={paths.signup} className="side-item" aria-label="Sign up">
          <UserPlus aria-hidden />
          <span className="side-label">Sign up</span>
        </NavLink>
      </RailLabel>
    </>
  );
}

function AccountLink({ name, to, picture }: { name: string; to: string; picture: string }) {
  return (
    <RailLabel name={name}>
      <Link to={to} className="side-item side-account" aria-label={name}>
        <Avatar src={picture} size={AVATAR_PX} />
        <span className="side-label">{name}</span>
      </Link>
    </RailLabel>
  );
}
