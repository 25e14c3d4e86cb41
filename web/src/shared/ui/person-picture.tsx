import type { ProfileImage } from '../api/types';
import { Avatar } from './avatar';

type Props = { image: ProfileImage | null; size?: number };

const SIZE = 36;

/** Somebody's picture in a list, or what stands for one. */
export function PersonPicture({ image, size = SIZE }: Props) {
  return <Avatar src={image?.url ?? null} size={size} isLazy />;
}
