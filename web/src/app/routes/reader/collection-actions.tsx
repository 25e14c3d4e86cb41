import { Rss } from 'lucide-react';

import type { FollowTarget } from '../../../features/follows/api';
import { FollowButton } from '../../../features/follows/follow-button';

type Props = {
  target: FollowTarget;
  name: string;
  /** The path of the page. */
  path: string;
};

/** How readers follow what the page is about: by notices, or by its feed. The server draws the same. */
export function CollectionActions({ target, name, path }: Props) {
  return (
    <div className="collection-actions">
      <FollowButton target={target} name={name} text="Follow" />
      <a
        href={`${path}/feed.xml`}
        className="chip collection-feed"
        aria-label={`RSS feed of ${name}`}
      >
        <Rss aria-hidden />
        RSS
      </a>
    </div>
  );
}
