import { UserMinus } from 'lucide-react';

import type { Role, TeamMember } from '../../shared/api/types';
import { ROLE_NAMES } from '../../shared/session/role-texts';
import { ROLES, isRole } from '../../shared/session/roles';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';

type Props = {
  members: readonly TeamMember[];
  /** The id of the signed-in administrator. */
  ownId: string | undefined;
  onRole: (member: TeamMember, role: Role) => void;
  onRemove: (member: TeamMember) => void;
};

export function MembersTable({ members, ownId, onRole, onRemove }: Props) {
  const columns: Column<TeamMember>[] = [
    {
      title: 'Member',
      cellClassName: 'cell-main',
      cell: ({ _id: id, username, email }) => (
        <>
          <span className="row-title">{username}</span>
          {id === ownId && <span className="status team-you">You</span>}
          <span className="row-note">{email}</span>
        </>
      ),
    },
    {
      title: 'Role',
      cell: (member) => (
        <RoleSelect
          member={member}
          onRole={(role) => {
            onRole(member, role);
          }}
        />
      ),
    },
    {
      title: 'Posts',
      className: 'cell-number',
      cellClassName: 'cell-quiet',
      cell: ({ postCount }) => (
        <>
          {postCount.toLocaleString()}
          <span className="on-cards"> {postCount === 1 ? 'post' : 'posts'}</span>
        </>
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
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (member) => (
        <div className="row-actions">
          <button
            type="button"
            className="row-action row-danger"
            aria-label={`Remove ${member.username}`}
            title="Remove"
            onClick={() => {
              onRemove(member);
            }}
          >
            <UserMinus aria-hidden />
          </button>
        </div>
      ),
    },
  ];
  return <PanelTable columns={columns} items={members} />;
}

type RoleSelectProps = { member: TeamMember; onRole: (role: Role) => void };

function RoleSelect({ member: { username, role }, onRole }: RoleSelectProps) {
  return (
    <label className="select team-role">
      <span className="visually-hidden">Role of {username}</span>
      <select
        value={role}
        onChange={({ target }) => {
          if (isRole(target.value)) {
            onRole(target.value);
          }
        }}
      >
        {ROLES.map((value) => (
          <option key={value} value={value}>
            {ROLE_NAMES[value]}
          </option>
        ))}
      </select>
    </label>
  );
}
