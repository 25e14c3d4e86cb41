import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';

import { USER_STATUSES, usersQuery } from '../../../features/admin-users/api';
import { BanUser } from '../../../features/admin-users/ban-user';
import { shownName } from '../../../features/admin-users/shown-name';
import { useUnban } from '../../../features/admin-users/use-unban';
import { UsersTable } from '../../../features/admin-users/users-table';
import { ChangeStanding } from '../../../features/standing/change-standing';
import type { ManagedUser } from '../../../shared/api/types';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ListFilters } from '../../../shared/ui/list-filters';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

const STATUS_OPTIONS = [
  { value: 'active', label: 'Active' },
  { value: 'banned', label: 'Banned' },
] as const;

/** All readers, who can be banned and unbanned. */
export function UsersPage() {
  const address = useListAddress(USER_STATUSES);
  const list = useQuery(usersQuery(address));
  const failure = useFailure(list.error, 'Failed to fetch users');
  const unban = useUnban(failure);
  const [banning, setBanning] = useState<ManagedUser | null>(null);
  const [judged, setJudged] = useState<ManagedUser | null>(null);
  const users = list.data?.users ?? [];

  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('All Users', address.page)}>All Users</PageTitle>
      </div>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ListFilters plural="users" all="All Users" statuses={STATUS_OPTIONS} address={address} />
      <ManagedList
        list={list}
        shown={users.length}
        address={address}
        units={['user', 'users']}
        emptyIcon={Users}
      >
        <UsersTable users={users} onBan={setBanning} onUnban={unban} onStanding={setJudged} />
      </ManagedList>
      {banning && (
        <BanUser
          user={banning}
          failure={failure}
          onClose={() => {
            setBanning(null);
          }}
        />
      )}
      {judged && (
        <ChangeStanding
          reader={{ id: judged._id, name: shownName(judged), present: judged }}
          failure={failure}
          onClose={() => {
            setJudged(null);
          }}
        />
      )}
    </div>
  );
}
