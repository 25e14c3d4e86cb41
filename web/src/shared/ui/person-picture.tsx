import { UserRound } from 'lucide-react';

import type { ProfileImage } from '../api/types';

type Props = { image: ProfileImage | null; size?: number };

const SIZE = 36;

/** Somebody's picture, or what stands for one. */
export function PersonPicture({ image, size = SIZE }: Props) {
  return image ? (
    <img src={image.url} alt="" width={size} height={size} loading="lazy" className="avatar" />
  ) : (
    <span className="avatar avatar-missing" style={{ width: size, height: size }} aria-hidden>
      <UserRound />
    </span>
  );
}
