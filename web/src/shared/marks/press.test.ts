import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';

import { gate } from '../../test/gate';
import { sampleBlog } from '../../test/sample-blog';
import type { BlogSummary } from '../api/types';
import { blogPatch, countAfter } from './cached-copies';
import { type Mark, type MarkState, pressMark } from './press';

function likeOf(id: string, send: () => Promise<MarkState>): Mark {
  return {
    key: `like ${id}`,
    send,
    patch: ({ isOn, count }) =>
      blogPatch(id, (blog) => ({
        ...blog,
        isLiked: isOn,
        stats: {
          ...blog.stats,
          likeCount: count ?? countAfter(blog.stats.likeCount, blog.isLiked, isOn),
        },
      })),
  };
}

/** Switches over with every call, as the server does, each held until `open` is called. */
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

function seen(blog: BlogSummary | undefined) {
  return blog && [blog.isLiked, blog.stats.likeCount];
}

it('shows the wish in every copy at once, and then what the server says', async () => {
  const client = new QueryClient();
  const other = sampleBlog('b');
  client.setQueryData(['blogs'], { blogs: [other, sampleBlog('a')] });
  client.setQueryData(['recent'], { pages: [{ blogs: [sampleBlog('a')] }] });
  client.setQueryData(['blog', 'b'], { blog: { ...other, related: [sampleBlog('a')] } });
  const shown = () => [
    ...(client.getQueryData<{ blogs: BlogSummary[] }>(['blogs'])?.blogs.slice(1) ?? []),
    ...(client.getQueryData<{ pages: { blogs: BlogSummary[] }[] }>(['recent'])?.pages[0]?.blogs ??
      []),
    ...(client.getQueryData<{ blog: { related: BlogSummary[] } }>(['blog', 'b'])?.blog.related ??
      []),
  ];
  const { gates, send } = toggling(40);

  const pressed = pressMark(client, likeOf('a', send), true);
  expect(shown().map(seen)).toEqual([1, 2, 3].map(() => [true, 8]));
  gates[0]?.open();
  await pressed;
  expect(shown().map(seen)).toEqual([1, 2, 3].map(() => [true, 41]));
  expect(client.getQueryData<{ blogs: BlogSummary[] }>(['blogs'])?.blogs[0]).toBe(other);
});

it.each([
  { presses: [true, false], sent: 2, ends: false },
  { presses: [true, false, true], sent: 1, ends: true },
  { presses: [true, false, true, false], sent: 2, ends: false },
])('ends in the last of $presses, one request at a time', async ({ presses, sent, ends }) => {
  const client = new QueryClient();
  client.setQueryData(['blog', 'a'], sampleBlog('a'));
  const { gates, send } = toggling(7);

  const pressed = presses.map((isOn) => pressMark(client, likeOf('a', send), isOn));
  expect(seen(client.getQueryData(['blog', 'a']))).toEqual([ends, ends ? 8 : 7]);
  for (let number = 0; number < sent; number += 1) {
    await expect.poll(() => gates.length).toBe(number + 1);
    gates[number]?.open();
  }
  await Promise.all(pressed);
  expect(gates).toHaveLength(sent);
  expect(seen(client.getQueryData(['blog', 'a']))).toEqual([ends, ends ? 8 : 7]);
});

it('believes a server that stays with its own view', async () => {
  const client = new QueryClient();
  client.setQueryData(['blog', 'a'], sampleBlog('a'));
  let sent = 0;
  const stubborn = () => {
    sent += 1;
    return Promise.resolve({ isOn: false, count: 5 });
  };
  await pressMark(client, likeOf('a', stubborn), true);
  expect(sent).toBe(2);
  expect(seen(client.getQueryData(['blog', 'a']))).toEqual([false, 5]);
});

it('takes the wish back when it fails', async () => {
  const client = new QueryClient();
  client.setQueryData(['blog', 'a'], sampleBlog('a'));
  const pressed = pressMark(
    client,
    likeOf('a', () => Promise.reject(new TypeError('offline'))),
    true,
  );
  expect(seen(client.getQueryData(['blog', 'a']))).toEqual([true, 8]);
  await expect(pressed).rejects.toThrow('offline');
  expect(seen(client.getQueryData(['blog', 'a']))).toEqual([false, 7]);
});

it('is not undone by an answer that was asked for before', async () => {
  const client = new QueryClient();
  const late = gate();
  const fetched = client.query({
    queryKey: ['blog', 'a'],
    queryFn: async () => {
      await late.opened;
      return sampleBlog('a');
    },
  });
  await pressMark(
    client,
    likeOf('a', () => Promise.resolve({ isOn: true, count: 8 })),
    true,
  );
  late.open();
  await fetched;
  expect(seen(client.getQueryData(['blog', 'a']))).toEqual([true, 8]);
  await client.query({ queryKey: ['blog', 'a'], queryFn: () => sampleBlog('a') });
  expect(seen(client.getQueryData(['blog', 'a']))).toEqual([false, 7]);
});

it('is not undone on a page by an answer that comes after its own', async () => {
  const client = new QueryClient();
  const [marked, fetched] = [gate(), gate()];
  const stop = new QueryObserver(client, {
    queryKey: ['blog', 'a'],
    initialData: sampleBlog('a'),
    initialDataUpdatedAt: 0,
    queryFn: async () => {
      await fetched.opened;
      return sampleBlog('a');
    },
  }).subscribe(() => undefined);
  const send = async () => {
    await marked.opened;
    return { isOn: true, count: 8 };
  };
  const pressed = pressMark(client, likeOf('a', send), true);
  marked.open();
  await pressed;
  fetched.open();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(seen(client.getQueryData(['blog', 'a']))).toEqual([true, 8]);
  stop();
});

it('lets a copy be no fresher than it was', async () => {
  const client = new QueryClient();
  client.setQueryData(['blog', 'a'], sampleBlog('a'), { updatedAt: 1_000 });
  await pressMark(
    client,
    likeOf('a', () => Promise.resolve({ isOn: true })),
    true,
  );
  expect(client.getQueryState(['blog', 'a'])?.dataUpdatedAt).toBe(1_000);
});
