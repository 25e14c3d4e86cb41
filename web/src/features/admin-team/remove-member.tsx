import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { TeamMember } from '../../shared/api/types';
import { SelectField } from '../../shared/form/select-field';
import { useAdmin } from '../../shared/session/admin-session';
import { useLeave } from '../../shared/session/use-logout';
import { DEFAULT_AUTHOR } from '../../shared/site';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { heirsQuery, removeMember } from './api';

const NOBODY = '';

type Props = {
  member: TeamMember;
  failure: Failure;
  onRemoved: () => void;
  onClose: () => void;
};

/** The confirmation of a removal, with the choice of who takes over the posts. */
export function RemoveMember({ member, failure, onRemoved, onClose }: Props) {
  const client = useQueryClient();
  const leave = useLeave('admin');
  const ownId = useAdmin()?.account._id;
  const isSelf = member._id === ownId;
  // The number of posts as it is now: the page may be older than the member's last post.
  const team = useQuery({ ...heirsQuery(), staleTime: 0 });
  const current = team.data?.members.find(({ _id: id }) => id === member._id) ?? member;
  const hasPosts = current.postCount > 0;
  const [chosen, setChosen] = useState<string | null>(null);
  const heirs = (team.data?.members ?? []).filter(({ _id: id }) => id !== member._id);
  const suggested = heirs.find(({ _id: id }) => id === ownId) ?? heirs[0];
  const postsTo = chosen ?? suggested?._id ?? NOBODY;

  async function confirm() {
    try {
      const { message } = await removeMember(
        member._id,
        hasPosts && postsTo !== NOBODY ? postsTo : null,
      );
      toast.success(message);
      if (isSelf) {
        leave();
        return true;
      }
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
      description={
        isSelf
          ? 'Your account is deleted, and you are signed out everywhere.'
          : `The account of ${member.email} is deleted, and signed out everywhere.`
      }
      confirmText={isSelf ? 'Leave' : 'Remove'}
      busyText={isSelf ? 'Leaving...' : 'Removing...'}
      isReady={!team.isFetching}
      onConfirm={confirm}
      onClose={onClose}
    >
      {hasPosts && (
        <SelectField
          label={`${isSelf ? 'Your' : 'Their'} ${postsOf(current)} to`}
          value={postsTo}
          onChange={({ target }) => {
            setChosen(target.value);
          }}
        >
          {heirs.map(({ _id: id, username }) => (
            <option key={id} value={id}>
              {id === ownId ? `${username} (you)` : username}
            </option>
          ))}
          <option value={NOBODY}>{`Nobody: they show “${DEFAULT_AUTHOR}”`}</option>
        </SelectField>
      )}
    </ConfirmDialog>
  );
}

/** Returns the number of posts with the verb of a sentence. */
function postsOf({ postCount }: TeamMember): string {
  return postCount === 1 ? 'post goes' : `${postCount.toLocaleString()} posts go`;
}
