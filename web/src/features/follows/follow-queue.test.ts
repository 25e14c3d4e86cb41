import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';

import { gate } from '../../test/gate';
import { type FollowTarget, followQuery } from './api';
import { follow } from './follow-queue';

const TAG: FollowTarget = { kind: 'tag', target: 'rust' };

const isFollowed = (client: QueryClient) => client.getQueryData(followQuery(TAG).queryKey);

it('shows the wish at once, and sends it', async () => {
  const client = new QueryClient();
  const { opened, open } = gate();
  const send = vi.fn(async (_: FollowTarget, isOn: boolean) => {
    await opened;
    return isOn;
  });
  const done = follow(client, TAG, true, send);
  await vi.waitFor(() => {
    expect(isFollowed(client)).toBe(true);
  });
  open();
  await done;
  expect(send.mock.calls).toEqual([[TAG, true]]);
});

it('sends one request at a time, and the last wish last', async () => {
  const client = new QueryClient();
  const { opened, open } = gate();
  const send = vi.fn(async (_: FollowTarget, isOn: boolean) => {
    await opened;
    return isOn;
  });
  const first = follow(client, TAG, true, send);
  await vi.waitFor(() => {
    expect(send).toHaveBeenCalledTimes(1);
  });
  await follow(client, TAG, false, send);
  expect(isFollowed(client)).toBe(false);
  open();
  await first;
  expect(send.mock.calls.map(([, isOn]) => isOn)).toEqual([true, false]);
});

it('fails if the server refuses, and asks for its state again', async () => {
  const client = new QueryClient();
  const invalidate = vi.spyOn(client, 'invalidateQueries');
  const send = () => Promise.reject(new Error('refused'));
  await expect(follow(client, TAG, true, send)).rejects.toThrow('refused');
  expect(invalidate).toHaveBeenCalledWith({ queryKey: ['follows'] });
});
