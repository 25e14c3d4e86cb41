import { ChevronLeft, ChevronRight } from 'lucide-react';

import type { ProfileImage } from '../../shared/api/types';
import { Avatar } from '../../shared/ui/avatar';

const PICTURE_PX = 112;

type Props = {
  avatars: readonly ProfileImage[];
  chosen: ProfileImage;
  onChoose: (url: string) => void;
};

/** One preset avatar at a time; wraps after the last. */
export function AvatarCarousel({ avatars, chosen, onChoose }: Props) {
  const position = avatars.findIndex(({ url }) => url === chosen.url);

  function step(by: number) {
    const next = avatars.at((position + by + avatars.length) % avatars.length);
    if (next) {
      onChoose(next.url);
    }
  }

  return (
    <div
      role="group"
      aria-roledescription="carousel"
      aria-label="Profile picture"
      className="avatars"
    >
      <button
        type="button"
        className="icon-button"
        aria-label="Previous avatar"
        onClick={() => {
          step(-1);
        }}
      >
        <ChevronLeft aria-hidden />
      </button>
      <div className="avatars-shown" aria-live="polite" aria-atomic>
        <Avatar src={chosen.url} size={PICTURE_PX} />
        <p className="avatars-name">
          {chosen.name}
          <span className="visually-hidden">{`, ${position + 1} of ${avatars.length}`}</span>
        </p>
        <p className="avatars-description">{chosen.description}</p>
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label="Next avatar"
        onClick={() => {
          step(1);
        }}
      >
        <ChevronRight aria-hidden />
      </button>
      <div className="avatars-dots" aria-hidden>
        {avatars.map(({ url }) => (
          <span key={url} data-on={url === chosen.url} />
        ))}
      </div>
    </div>
  );
}
