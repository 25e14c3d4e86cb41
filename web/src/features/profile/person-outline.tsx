import type { Person } from '../../shared/api/first-answers';
import { Avatar } from '../../shared/ui/avatar';
import './profile.css';

const AVATAR_SIZE = 96;

/** A reader as far as visitors may know them, behind what asks them to sign in. */
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
