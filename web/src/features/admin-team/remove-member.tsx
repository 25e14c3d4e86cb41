import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import { invalidateAfter } from '../../shared/api/invalidation';
import type { TeamMember } from '../../shared/api/types';
import { SelectField } from '../../shared/form/select-field';
import { useAdmin } from '../../shared/session/admin-session';
import { useLeave } from '../../shared/session/use-logout';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { removeMember, wholeTeamQuery } from './api';

const NOBODY = '';
const LEAVING =
  'Your account is deleted, you are signed out everywhere, and your open invitations are withdrawn.';

type Props = {
  member: TeamMember;
  failure: Failure;
  onRemoved: () => void;
  onClose: () => void;
};

/** The confirmation of a removal, with the choice of the new author of the posts. */
export function RemoveMember({ member, failure, onRemoved, onClose }: Props) {
  const client = useQueryClient();
  const leave = useLeave('admin');
  const ownId = useAdmin()?.account._id;
  const isSelf = member._id === ownId;
  // Fetched again: the page may be older than the member's last post. Without it nothing is removed, since the posts
  // would have no author.
  const team = useQuery(wholeTeamQuery());
  const current = team.data?.find(({ _id: id }) => id === member._id) ?? member;
  const hasPosts = current.postCount > 0;
  const [chosen, setChosen] = useState<string | null>(null);
  const others = team.data?.filter(({ _id: id }) => id !== member._id);
  const suggested = others?.find(({ _id: id }) => id === ownId) ?? others?.[0];
  const postsTo = chosen ?? suggested?._id ?? NOBODY;

  async function confirm() {
    try {
      const { message } = await removeMember(
        member._id,
        hasPosts && postsTo !== NOBODY ? postsTo : null,
      );
      if (isSelf) {
        toast.success('You have left the team');
        leave();
        return true;
      }
      toast.success(message);
      onRemoved();
      void invalidateAfter(client, 'removal');
      return true;
    } catch (error) {
      failure.show(error, 'Failed to remove the member');
      // They may have been removed before.
      void invalidateAfter(client, 'removal');
      return false;
    }
  }

  return (
    <ConfirmDialog
      title={isSelf ? 'Leave the team?' : `Remove ${member.username} from the team?`}
      description={isSelf ? LEAVING : consequences(current)}
      confirmText={isSelf ? 'Leave' : 'Remove'}
      busyText={isSelf ? 'Leaving...' : 'Removing...'}
      isReady={team.isSuccess && !team.isFetching}
      onConfirm={confirm}
      onClose={onClose}
    >
      {hasPosts && !team.isError && (
        <SelectField
          label={`${isSelf ? 'Your' : 'Their'} ${postsOf(current)} to`}
          value={postsTo}
          onChange={({ target }) => {
            setChosen(target.value);
          }}
        >
          {others ? (
            <>
              {others.map(({ _id: id, username }) => (
                <option key={id} value={id}>
                  {id === ownId ? `${username} (you)` : username}
                </option>
              ))}
              <option value={NOBODY}>Nobody: they show the site’s default author</option>
            </>
          ) : (
            <option value={NOBODY}>Loading the team...</option>
          )}
        </SelectField>
      )}
      {team.isError && (
        <TeamFailure
          message={messageFor(team.error, 'Failed to fetch the team')}
          onRetry={() => void team.refetch()}
        />
      )}
    </ConfirmDialog>
  );
}

function TeamFailure({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="team-failure" role="alert">
      <p className="form-error">
        <CircleAlert aria-hidden />
        {message}
      </p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

function consequences({ email, role }: TeamMember): string {
  const removal = `The account of ${email} is deleted and signed out everywhere.`;
  return role === 'admin' ? `${removal} Their open invitations are withdrawn.` : removal;
}

/** Returns the number of posts with the verb of a sentence. */
function postsOf({ postCount }: TeamMember): string {
  return postCount === 1 ? 'post goes' : `${postCount.toLocaleString()} posts go`;
}
