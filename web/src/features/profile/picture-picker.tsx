import { useMutation, useQuery } from '@tanstack/react-query';
import { toast } from '../../shared/toast';

import { avatarsQuery } from '../../shared/api/avatars';
import type { ProfileImage, User } from '../../shared/api/types';
import { toastFailure } from '../../shared/session/toast-failure';
import { Avatar } from '../../shared/ui/avatar';
import { changePicture } from './api';
import { useShowUser } from './use-show-user';

const AVATAR_SIZE = 64;
const PRESETS = 6;
const FAILED = 'Failed to update profile picture';

/** The preset pictures; a click saves one at once. */
export function PicturePicker({ user }: { user: User }) {
  const avatars = useQuery(avatarsQuery());
  const showUser = useShowUser();
  const change = useMutation({
    mutationFn: (picture: ProfileImage) => changePicture(user._id, picture),
    onSuccess: (profileImage) => {
      showUser({ ...user, profileImage });
      toast.success('Profile picture updated successfully!');
    },
    onError: (error) => {
      toastFailure(error, FAILED);
    },
  });
  const chosen = change.isPending ? change.variables.url : user.profileImage?.url;

  return (
    <div className="picker" role="group" aria-labelledby="picker-title">
      <h3 id="picker-title" className="field-label">
        Profile picture
      </h3>
      {avatars.isError ? (
        <p className="field-error" role="alert">
          The pictures could not be loaded.
          <button type="button" className="link-button" onClick={() => void avatars.refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <ul className="picker-list">
          {avatars.data?.map((avatar) => (
            <li key={avatar.url}>
              <button
                type="button"
                className="picker-choice"
                aria-pressed={avatar.url === chosen}
                title={avatar.description}
                onClick={() => {
                  if (!change.isPending && avatar.url !== chosen) {
                    change.mutate(avatar);
                  }
                }}
              >
                <Avatar src={avatar.url} size={AVATAR_SIZE} />
                {avatar.name}
              </button>
            </li>
          )) ??
            Array.from({ length: PRESETS }, (_, index) => (
              <li key={index} className="skeleton picker-skeleton" aria-hidden />
            ))}
        </ul>
      )}
    </div>
  );
}
