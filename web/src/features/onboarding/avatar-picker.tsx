import { messageFor } from '../../shared/api/errors';
import { AvatarCarousel } from './avatar-carousel';
import type { AvatarChoice } from './use-avatar-choice';

/** The avatar carousel with its loading and error states. */
export function AvatarPicker({ choice }: { choice: AvatarChoice }) {
  const { avatars, chosen, choose, error, retry } = choice;
  if (avatars && chosen) {
    return <AvatarCarousel avatars={avatars} chosen={chosen} onChoose={choose} />;
  }
  if (error) {
    return (
      <div role="alert" className="form-error">
        {messageFor(error, 'The profile pictures could not be loaded.')}
        <button type="button" className="link-button" onClick={retry}>
          Try again
        </button>
      </div>
    );
  }
  return (
    <div role="status" aria-label="Loading profile pictures" className="avatars-loading skeleton" />
  );
}
