import type { Person } from '../../shared/api/bootstrap-data';
import { Avatar } from '../../shared/ui/avatar';
import './profile.css';

const AVATAR_SIZE = 96;

/** The public data of a reader, behind the login dialog. */
export function PersonOutline({ person }: { person: Person }) {
  return (
    <header className="profile-head">
      <Avatar src={person.picture} size={AVATAR_SIZE} className="profile-avatar" />
      <div className="profile-who">
        <h1 className="profile-name">{person.name}</h1>
      </div>
      <div className="profile-about">
        <p className="profile-bio" dir="auto">
          {person.bio}
        </p>
      </div>
    </header>
  );
}
