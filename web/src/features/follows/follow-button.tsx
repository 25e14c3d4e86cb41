import { Check, Plus } from 'lucide-react';

import type { FollowTarget } from './api';
import { useFollow } from './use-follow';

type Props = {
  target: FollowTarget;
  /** The author, the tag or the thing to follow. */
  name: string;
};

/** A toggle that follows an author or a tag. */
export function FollowButton({ target, name }: Props) {
  const { isOn, toggle } = useFollow(target);
  return (
    <button
      type="button"
      className="chip follow-button"
      aria-pressed={isOn}
      aria-label={`Follow ${name}`}
      onClick={toggle}
    >
      {isOn ? <Check aria-hidden /> : <Plus aria-hidden />}
      <span>{name}</span>
    </button>
  );
}
