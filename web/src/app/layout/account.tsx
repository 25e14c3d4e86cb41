import { LogIn, LogOut } from 'lucide-react';
import { Link, NavLink } from 'react-router';

import { paths } from '../../shared/paths';
import { useSession } from '../../shared/session/session';
import { useLogout } from '../../shared/session/use-logout';
import { ADMIN_PICTURE } from '../../shared/site';
import { Named } from './named';

const AVATAR_PX = 32;

/** Who is signed in and the way out, or the way in. */
export function Account({ isRail }: { isRail: boolean }) {
  const session = useSession();
  const logOut = useLogout();
  if (!session) {
    return (
      <Named name="Login" isRail={isRail}>
        <NavLink to={paths.login} className="side-item" aria-label="Login">
          <LogIn aria-hidden />
          <span className="side-label">Login</span>
        </NavLink>
      </Named>
    );
  }
  const { name, profileImage } = session.user;
  return (
    <>
      <Named name={name} isRail={isRail}>
        <Link to={paths.ownProfile} className="side-item side-account" aria-label={name}>
          <img
            src={profileImage?.url ?? ADMIN_PICTURE}
            alt=""
            className="avatar"
            width={AVATAR_PX}
            height={AVATAR_PX}
          />
          <span className="side-label">{name}</span>
        </Link>
      </Named>
      <Named name="Logout" isRail={isRail}>
        <button type="button" className="side-item" aria-label="Logout" onClick={logOut}>
          <LogOut aria-hidden />
          <span className="side-label">Logout</span>
        </button>
      </Named>
    </>
  );
}
