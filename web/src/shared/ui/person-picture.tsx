import type { ProfileImage } from '../api/types';
import { Avatar } from './avatar';

type Props = { image: ProfileImage | null; size?: number };

const SIZE = 36;

/** A person's picture in a list. */
export function PersonPicture({ image, size = SIZE }: Props) {
  return <Avatar src={image?.url ?? null} size={size} isLazy />;
}
