import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';

import type { TeamMember } from '../../shared/api/types';
import { useAdmin } from '../../shared/session/admin-session';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { ManagedList } from '../../shared/ui/managed-list';
import { useFailure } from '../../shared/ui/use-failure';
import type { ListAddress } from '../../shared/use-list-address';
import { teamQuery } from './api';
import { ChangeRole } from './change-role';
import { MembersTable } from './members-table';
import { RemoveMember } from './remove-member';
import { TeamSection } from './team-section';

type Asked = { action: 'role' | 'remove'; member: TeamMember };

/** The members of the staff, with their roles. */
export function Members({ address }: { address: ListAddress<string> }) {
  const ownId = useAdmin()?.account._id;
  const list = useQuery(teamQuery(address.page));
  const failure = useFailure(list.error, 'Failed to fetch the team');
  const [asked, setAsked] = useState<Asked | null>(null);
  const members = list.data?.members ?? [];

  function close() {
    setAsked(null);
  }

  return (
    <TeamSection title="Members">
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ManagedList
        list={list}
        shown={members.length}
        address={address}
        units={['member', 'members']}
        emptyIcon={Users}
        skeletons={3}
        isPart
      >
        <MembersTable
          members={members}
          ownId={ownId}
          onAction={(action, member) => {
            setAsked({ action, member });
          }}
        />
      </ManagedList>
      {asked?.action === 'role' && (
        <ChangeRole
          member={asked.member}
          isSelf={asked.member._id === ownId}
          failure={failure}
          onClose={close}
        />
      )}
      {asked?.action === 'remove' && (
        <RemoveMember
          member={asked.member}
          failure={failure}
          onRemoved={() => {
            if (members.length === 1 && address.page > 1) {
              address.goTo(address.page - 1);
            }
          }}
          onClose={close}
        />
      )}
    </TeamSection>
  );
}
