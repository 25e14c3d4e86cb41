import { Check, Plus } from 'lucide-react';

import type { FollowTarget } from './api';
import { useFollow } from './use-follow';

type Props = {
  target: FollowTarget;
  /** The author, the tag or the thing to follow. */
  name: string;
  /** What stands on the button, where the name stands above it. */
  text?: string;
};

/** A toggle that follows an author, a tag or a series. */
export function FollowButton({ target, name, text = name }: Props) {
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
      <span>{text}</span>
    </button>
  );
}
