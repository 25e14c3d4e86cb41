import { Gauge, Mail } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import type { ManagedUser } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { isForGood, presentEnd } from '../../shared/standing';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { PersonPicture } from '../../shared/ui/person-picture';
import { TimeStamp } from '../../shared/ui/time-stamp';
import './admin-users.css';
import { shownName } from './shown-name';

type Actions = {
  onBan: (user: ManagedUser) => void;
  onUnban: (user: ManagedUser) => void;
  onStanding: (user: ManagedUser) => void;
};

const FACTS: readonly Column<ManagedUser>[] = [
  { title: 'User', cellClassName: 'cell-main', cell: (user) => <Person user={user} /> },
  {
    title: 'Status',
    cell: (user) => <States user={user} />,
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

export function UsersTable({ users, ...actions }: { users: readonly ManagedUser[] } & Actions) {
  const columns: Column<ManagedUser>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (user) => <UserActions user={user} {...actions} />,
    },
  ];
  return <PanelTable columns={columns} items={users} />;
}

function Person({ user }: { user: ManagedUser }) {
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

function States({ user }: { user: ManagedUser }) {
  const { isBanned, banReason, isTrusted, reportCount } = user;
  const [now] = useState(Date.now);
  const silencedUntil = presentEnd(user.silencedUntil, now);
  const bannedUntil = isBanned ? null : presentEnd(user.bannedUntil, now);
  const isOut = isBanned || bannedUntil !== null;
  return (
    <span className="row-states user-states">
      <span
        className="status"
        data-tone={isOut ? 'danger' : 'good'}
        title={isBanned && banReason !== '' ? banReason : undefined}
      >
        {isOut ? 'Banned' : 'Active'}
        {bannedUntil !== null && <Until time={bannedUntil} />}
      </span>
      {silencedUntil !== null && (
        <span className="status" data-tone="warning">
          Silenced
          <Until time={silencedUntil} />
        </span>
      )}
      {isTrusted && (
        <span className="status" data-tone="accent">
          Trusted
        </span>
      )}
      {reportCount > 0 && (
        <span className="status" data-tone="warning">
          {reportCount === 1 ? '1 report' : `${reportCount} reports`}
        </span>
      )}
    </span>
  );
}

function Until({ time }: { time: string }) {
  return isForGood(time) ? (
    ' for good'
  ) : (
    <>
      {' until '}
      <TimeStamp time={time} />
    </>
  );
}

function UserActions({ user, onBan, onUnban, onStanding }: { user: ManagedUser } & Actions) {
  const { email, isBanned } = user;
  const name = shownName(user);
  return (
    <div className="row-actions">
      <a href={mailTo(email)} className="row-action" aria-label={`Email ${name}`} title="Email">
        <Mail aria-hidden />
      </a>
      <button
        type="button"
        className="row-action"
        aria-label={`Standing of ${name}`}
        title="Standing"
        onClick={() => {
          onStanding(user);
        }}
      >
        <Gauge aria-hidden />
      </button>
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
