/** Changes of what the reader follows: shown at once, one request at a time for each target, the last wish wins. */
import type { QueryClient } from '@tanstack/react-query';

import { queryKey } from '../../shared/api/query-key';
import { type FollowTarget, followQuery, setFollow } from './api';

type Send = (target: FollowTarget, isOn: boolean) => Promise<boolean>;

const wishesOf = new WeakMap<QueryClient, Map<string, { isOn: boolean }>>();

/** Follows something, or no longer. Throws if the server refuses; the state is then that of the server again. */
export async function follow(
  client: QueryClient,
  target: FollowTarget,
  isOn: boolean,
  send: Send = setFollow,
): Promise<void> {
  const wishes = wishesOf.get(client) ?? new Map<string, { isOn: boolean }>();
  wishesOf.set(client, wishes);
  const name = `${target.kind} ${target.target}`;
  const key = followQuery(target).queryKey;
  await client.cancelQueries({ queryKey: key });
  client.setQueryData(key, isOn);

  const running = wishes.get(name);
  if (running) {
    running.isOn = isOn;
    return;
  }
  const wish = { isOn };
  wishes.set(name, wish);
  try {
    let sent: boolean;
    do {
      sent = wish.isOn;
      await send(target, sent);
    } while (wish.isOn !== sent);
  } finally {
    wishes.delete(name);
    void client.invalidateQueries({ queryKey: queryKey('follows') });
    void client.invalidateQueries({ queryKey: queryKey('posts', 'following') });
  }
}
