import { UserMinus } from 'lucide-react';

import type { TeamMember } from '../../shared/api/types';
import { ROLE_NAMES } from '../../shared/session/role-texts';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';

const LEAVE = 'Leave the team';

type Props = {
  members: readonly TeamMember[];
  /** The id of the signed-in administrator. */
  ownId: string | undefined;
  onAction: (action: 'role' | 'remove', member: TeamMember) => void;
};

export function MembersTable({ members, ownId, onAction }: Props) {
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
    { title: 'Role', cellClassName: 'cell-quiet', cell: ({ role }) => ROLE_NAMES[role] },
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
      className: 'team-joined',
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
            className="button row-button"
            aria-label={`Change the role of ${member.username}`}
            onClick={() => {
              onAction('role', member);
            }}
          >
            Change role
          </button>
          <button
            type="button"
            className="row-action row-danger"
            aria-label={member._id === ownId ? LEAVE : `Remove ${member.username}`}
            title={member._id === ownId ? LEAVE : 'Remove'}
            onClick={() => {
              onAction('remove', member);
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
