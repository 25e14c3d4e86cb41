import { Mail } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';

import type { User } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { focusPageTitle } from '../../shared/ui/page-title';
import { PersonPicture } from '../../shared/ui/person-picture';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { shownName } from './shown-name';

type Actions = { onBan: (user: User) => void; onUnban: (user: User) => void };

/** A table with one row for each reader; cards on phones. */
export function UsersTable({ users, ...actions }: { users: readonly User[] } & Actions) {
  return (
    <table className="panel-card panel-table">
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Status</th>
          <th scope="col">Joined</th>
          <th scope="col" className="cell-actions">
            Actions
          </th>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user._id} user={user} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

function UserRow({ user, onBan, onUnban }: { user: User } & Actions) {
  const { _id: id, email, isBanned, banReason, createdAt, profileImage } = user;
  const name = shownName(user);
  const row = useRef<HTMLTableRowElement>(null);

  // An unbanned reader leaves the list of banned ones, and the focused button with it.
  useLayoutEffect(() => {
    const node = row.current;
    return () => {
      if (node?.contains(document.activeElement)) {
        focusPageTitle();
      }
    };
  }, []);

  return (
    <tr ref={row}>
      <td className="cell-main">
        <div className="row-person">
          <PersonPicture image={profileImage} />
          <div className="row-person-text">
            <Link to={paths.profile(id)} className="row-title">
              {name}
            </Link>
            <span className="row-note">{email}</span>
          </div>
        </div>
      </td>
      <td>
        <span
          className="status"
          data-tone={isBanned ? 'danger' : 'good'}
          title={isBanned && banReason !== '' ? banReason : undefined}
        >
          {isBanned ? 'Banned' : 'Active'}
        </span>
      </td>
      <td className="cell-quiet">
        <span className="on-cards">Joined </span>
        <TimeStamp time={createdAt} />
      </td>
      <td className="cell-actions">
        <div className="row-actions">
          <a href={mailTo(email)} className="row-action" aria-label={`Email ${name}`} title="Email">
            <Mail aria-hidden />
          </a>
          <button
            type="button"
            className={isBanned ? 'button row-button' : 'button row-button button-danger'}
            aria-label={`${isBanned ? 'Unban' : 'Ban'} ${name}`}
            onClick={() => {
              (isBanned ? onUnban : onBan)(user);
            }}
          >
            {isBanned ? 'Unban' : 'Ban'}
          </button>
        </div>
      </td>
    </tr>
  );
}

/** Encodes the parts: a question mark in an address would begin the fields of the mailto link. */
function mailTo(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
}
