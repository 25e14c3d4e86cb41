import { ApiKeys } from '../../../features/admin-team/api-keys';
import { AuthorRequests } from '../../../features/admin-team/author-requests';
import { InviteForm } from '../../../features/admin-team/invite-form';
import { Invites } from '../../../features/admin-team/invites';
import { Members } from '../../../features/admin-team/members';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useListAddress } from '../../../shared/use-list-address';

/** The staff, the invitations to it, the readers who ask to write, and the programs that act for members. */
export function TeamPage() {
  const members = useListAddress();
  const invites = useListAddress([], 'invites');
  const requests = useListAddress([], 'requests');
  const keys = useListAddress([], 'keys');
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('Team', members.page)}>Team</PageTitle>
      </div>
      <div className="team">
        <Members address={members} />
        <InviteForm />
        <Invites address={invites} />
        <AuthorRequests address={requests} />
        <ApiKeys address={keys} />
      </div>
    </div>
  );
}
