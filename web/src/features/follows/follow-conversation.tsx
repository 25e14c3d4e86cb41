import { Bell, BellRing } from 'lucide-react';

import { useFollow } from './use-follow';

/** The toggle that follows the comments on a post. */
export function FollowConversation({ postId }: { postId: string }) {
  const { isOn, toggle } = useFollow({ kind: 'post', target: postId });
  return (
    <button
      type="button"
      className="button button-small follow-conversation"
      aria-pressed={isOn}
      onClick={toggle}
    >
      {isOn ? <BellRing aria-hidden /> : <Bell aria-hidden />}
      Follow this conversation
    </button>
  );
}
