import type { FollowTarget } from '../../../features/follows/api';
import { FollowButton } from '../../../features/follows/follow-button';
import '../../../shared/styles/follows.css';

type Props = { target: FollowTarget; name: string };

/** The toggle to follow the author or the tag of a list. */
export function ListFollow({ target, name }: Props) {
  return (
    <div className="follows list-follow">
      <p className="follows-title">Follow</p>
      <FollowButton target={target} name={name} />
    </div>
  );
}
