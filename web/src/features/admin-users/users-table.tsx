import { Mail } from 'lucide-react';
import { Link } from 'react-router';

import type { User } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { PersonPicture } from '../../shared/ui/person-picture';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { shownName } from './shown-name';

type Actions = { onBan: (user: User) => void; onUnban: (user: User) => void };

const FACTS: readonly Column<User>[] = [
  { title: 'User', cellClassName: 'cell-main', cell: (user) => <Person user={user} /> },
  {
    title: 'Status',
    cell: ({ isBanned, banReason }) => (
      <span
        className="status"
        data-tone={isBanned ? 'danger' : 'good'}
        title={isBanned && banReason !== '' ? banReason : undefined}
      >
        {isBanned ? 'Banned' : 'Active'}
      </span>
    ),
  },
  {
    title: 'Joined',
    cellClassName: 'cell-quiet',
    cell: ({ createdAt }) => (
      <>
        <span className="on-cards">Joined </span>
        <TimeStamp time={createdAt} />
      </>
    ),
  },
];

export function UsersTable({ users, ...actions }: { users: readonly User[] } & Actions) {
  const columns: Column<User>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (user) => <UserActions user={user} {...actions} />,
    },
  ];
  return <PanelTable columns={columns} items={users} />;
}

function Person({ user }: { user: User }) {
  return (
    <div className="row-person">
      <PersonPicture image={user.profileImage} />
      <div className="row-person-text">
        <Link to={paths.profile(user._id)} className="row-title">
          {shownName(user)}
        </Link>
        <span className="row-note">{user.email}</span>
      </div>
    </div>
  );
}

function UserActions({ user, onBan, onUnban }: { user: User } & Actions) {
  const { email, isBanned } = user;
  const name = shownName(user);
  return (
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
  );
}

/** Encodes the parts: a question mark in an address would begin the fields of the mailto link. */
function mailTo(email: string): string {
  return `mailto:${email.split('@').map(encodeURIComponent).join('@')}`;
}
