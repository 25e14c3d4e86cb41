import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { gate } from '../../test/gate';
import { samplePost } from '../../test/sample-post';
import { queryKey } from '../api/query-key';
import type { PostSummary } from '../api/types';
import { postPatch, countAfterToggle } from './patch-all-queries';
import { type Mark, type MarkState, toggleMark } from './toggle-queue';

const POST_KEY = queryKey('posts', 'post', 'a');
const FEATURED_KEY = queryKey('posts', 'featured');
const RECENT_KEY = queryKey('posts', 'recently-viewed', ['a']);
const OTHER_POST_KEY = queryKey('posts', 'post', 'b');

function likeOf(id: string, send: () => Promise<MarkState>): Mark {
  return {
    key: `like ${id}`,
    send,
    patch: ({ isOn, count }) =>
      postPatch(id, (post) => ({
        ...post,
        isLiked: isOn,
        stats: {
          ...post.stats,
          likeCount: count ?? countAfterToggle(post.stats.likeCount, post.isLiked, isOn),
        },
      })),
  };
}

/** A server that toggles on every call; each call waits until `open` is called. */
function toggling(count: number) {
  const gates: ReturnType<typeof gate>[] = [];
  let isOn = false;
  const send = async () => {
    const held = gate();
    gates.push(held);
    await held.opened;
    isOn = !isOn;
    return { isOn, count: isOn ? count + 1 : count };
  };
  return { gates, send };
}

function likeState(post: PostSummary | undefined) {
  return post && [post.isLiked, post.stats.likeCount];
}

it('shows the new state in every copy at once, and then the one of the server', async () => {
  const client = new QueryClient();
  const other = samplePost('b');
  client.setQueryData(FEATURED_KEY, { blogs: [other, samplePost('a')] });
  client.setQueryData(RECENT_KEY, { pages: [{ blogs: [samplePost('a')] }] });
  client.setQueryData(OTHER_POST_KEY, { blog: { ...other, related: [samplePost('a')] } });
  const copies = () => [
    ...(client.getQueryData<{ blogs: PostSummary[] }>(FEATURED_KEY)?.blogs.slice(1) ?? []),
    ...(client.getQueryData<{ pages: { blogs: PostSummary[] }[] }>(RECENT_KEY)?.pages[0]?.blogs ??
      []),
    ...(client.getQueryData<{ blog: { related: PostSummary[] } }>(OTHER_POST_KEY)?.blog.related ??
      []),
  ];
  const { gates, send } = toggling(40);

  const toggled = toggleMark(client, likeOf('a', send), true);
  expect(copies().map(likeState)).toEqual([1, 2, 3].map(() => [true, 8]));
  gates[0]?.open();
  await toggled;
  expect(copies().map(likeState)).toEqual([1, 2, 3].map(() => [true, 41]));
  expect(client.getQueryData<{ blogs: PostSummary[] }>(FEATURED_KEY)?.blogs[0]).toBe(other);
});

it.each([
  { clicks: [true, false], sent: 2, ends: false },
  { clicks: [true, false, true], sent: 1, ends: true },
  { clicks: [true, false, true, false], sent: 2, ends: false },
])('settles on the last of $clicks, one request at a time', async ({ clicks, sent, ends }) => {
  const client = new QueryClient();
  client.setQueryData(POST_KEY, samplePost('a'));
  const { gates, send } = toggling(7);

  const toggled = clicks.map((isOn) => toggleMark(client, likeOf('a', send), isOn));
  expect(likeState(client.getQueryData(POST_KEY))).toEqual([ends, ends ? 8 : 7]);
  for (let number = 0; number < sent; number += 1) {
    await expect.poll(() => gates.length).toBe(number + 1);
    gates[number]?.open();
  }
  await Promise.all(toggled);
  expect(gates).toHaveLength(sent);
  expect(likeState(client.getQueryData(POST_KEY))).toEqual([ends, ends ? 8 : 7]);
});

it('accepts the state of a server that does not toggle', async () => {
  const client = new QueryClient();
  client.setQueryData(POST_KEY, samplePost('a'));
  let sent = 0;
  const stubborn = () => {
    sent += 1;
    return Promise.resolve({ isOn: false, count: 5 });
  };
  await toggleMark(client, likeOf('a', stubborn), true);
  expect(sent).toBe(2);
  expect(likeState(client.getQueryData(POST_KEY))).toEqual([false, 5]);
});

it('restores the state when the request fails', async () => {
  const client = new QueryClient();
  client.setQueryData(POST_KEY, samplePost('a'));
  const toggled = toggleMark(
    client,
    likeOf('a', () => Promise.reject(new TypeError('offline'))),
    true,
  );
  expect(likeState(client.getQueryData(POST_KEY))).toEqual([true, 8]);
  await expect(toggled).rejects.toThrow('offline');
  expect(likeState(client.getQueryData(POST_KEY))).toEqual([false, 7]);
});

it('is not undone by a response that was requested before', async () => {
  const client = new QueryClient();
  const late = gate();
  const fetched = client.query({
    queryKey: POST_KEY,
    queryFn: async () => {
      await late.opened;
      return samplePost('a');
    },
  });
  await toggleMark(
    client,
    likeOf('a', () => Promise.resolve({ isOn: true, count: 8 })),
    true,
  );
  late.open();
  await fetched;
  expect(likeState(client.getQueryData(POST_KEY))).toEqual([true, 8]);
  await client.query({ queryKey: POST_KEY, queryFn: () => samplePost('a') });
  expect(likeState(client.getQueryData(POST_KEY))).toEqual([false, 7]);
});

it('is not undone by a response that arrives after its own', async () => {
  const client = new QueryClient();
  const [marked, fetched] = [gate(), gate()];
  const stop = new QueryObserver(client, {
    queryKey: POST_KEY,
    initialData: samplePost('a'),
    initialDataUpdatedAt: 0,
    queryFn: async () => {
      await fetched.opened;
      return samplePost('a');
    },
  }).subscribe(() => undefined);
  const send = async () => {
    await marked.opened;
    return { isOn: true, count: 8 };
  };
  const toggled = toggleMark(client, likeOf('a', send), true);
  marked.open();
  await toggled;
  fetched.open();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(likeState(client.getQueryData(POST_KEY))).toEqual([true, 8]);
  stop();
});

it('keeps the age of a patched copy', async () => {
  const client = new QueryClient();
  client.setQueryData(POST_KEY, samplePost('a'), { updatedAt: 1_000 });
  await toggleMark(
    client,
    likeOf('a', () => Promise.resolve({ isOn: true })),
    true,
  );
  expect(client.getQueryState(POST_KEY)?.dataUpdatedAt).toBe(1_000);
});

it('leaves alone what looks like a post among other resources', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey('users', 'profile', 'a'), samplePost('a'));
  await toggleMark(
    client,
    likeOf('a', () => Promise.resolve({ isOn: true })),
    true,
  );
  expect(likeState(client.getQueryData(queryKey('users', 'profile', 'a')))).toEqual([false, 7]);
});
