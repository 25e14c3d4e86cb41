import { useQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { useState } from 'react';

import type { Invite } from '../../shared/api/types';
import { ROLE_NAMES } from '../../shared/session/role-texts';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { ManagedList } from '../../shared/ui/managed-list';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { useFailure } from '../../shared/ui/use-failure';
import type { ListAddress } from '../../shared/use-list-address';
import { invitesQuery } from './api';
import { TeamSection } from './team-section';
import { WithdrawInvite } from './withdraw-invite';

/** The invitations that nobody has used yet. */
export function Invites({ address }: { address: ListAddress<string> }) {
  const list = useQuery(invitesQuery(address.page));
  const failure = useFailure(list.error, 'Failed to fetch the invitations');
  const [withdrawing, setWithdrawing] = useState<Invite | null>(null);
  const invites = list.data?.invites ?? [];

  return (
    <TeamSection title="Pending invitations">
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ManagedList
        list={list}
        shown={invites.length}
        address={address}
        units={['invitation', 'invitations']}
        emptyIcon={MailPlus}
        emptyTitle="No pending invitations"
        skeletons={1}
        isPart
      >
        <InvitesTable invites={invites} onWithdraw={setWithdrawing} />
      </ManagedList>
      {withdrawing && (
        <WithdrawInvite
          invite={withdrawing}
          failure={failure}
          onWithdrawn={() => {
            if (invites.length === 1 && address.page > 1) {
              address.goTo(address.page - 1);
            }
          }}
          onClose={() => {
            setWithdrawing(null);
          }}
        />
      )}
    </TeamSection>
  );
}

const FACTS: readonly Column<Invite>[] = [
  {
    title: 'Email',
    cellClassName: 'cell-main',
    cell: ({ email, invitedBy, createdAt }) => (
      <>
        <span className="row-title">{email}</span>
        <span className="row-note">
          Invited {invitedBy !== null && `by ${invitedBy} `}
          <TimeStamp time={createdAt} form="ago" />
        </span>
      </>
    ),
  },
  { title: 'Role', cellClassName: 'cell-quiet', cell: ({ role }) => ROLE_NAMES[role] },
  {
    title: 'Expires',
    cellClassName: 'cell-quiet',
    cell: ({ expiresAt }) => (
      <>
        <span className="on-cards">Expires </span>
        <TimeStamp time={expiresAt} />
      </>
    ),
  },
];

type TableProps = { invites: readonly Invite[]; onWithdraw: (invite: Invite) => void };

function InvitesTable({ invites, onWithdraw }: TableProps) {
  const columns: Column<Invite>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (invite) => (
        <div className="row-actions">
          <button
            type="button"
            className="button row-button button-danger"
            aria-label={`Withdraw the invitation of ${invite.email}`}
            onClick={() => {
              onWithdraw(invite);
            }}
          >
            Withdraw
          </button>
        </div>
      ),
    },
  ];
  return <PanelTable columns={columns} items={invites} />;
}
