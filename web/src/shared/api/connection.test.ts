import { afterEach, describe, expect, it, vi } from 'vitest';

import { abortedByEither, fetchInTime } from './connection';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('abortedByEither', () => {
  it.each([0, 1])('is aborted with signal %i, for its reason', (aborted) => {
    const controllers = [new AbortController(), new AbortController()] as const;
    const signal = abortedByEither(controllers[0].signal, controllers[1].signal);
    expect(signal.aborted).toBe(false);
    controllers[aborted]?.abort('enough');
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe('enough');
  });

  it('is aborted from the beginning by a signal that is', () => {
    const open = new AbortController().signal;
    expect(abortedByEither(open, AbortSignal.abort('before')).reason).toBe('before');
    expect(abortedByEither(AbortSignal.abort('before'), open).reason).toBe('before');
  });
});

describe('fetchInTime', () => {
  it('waits 30 seconds for whatever is sent', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
    await fetchInTime(new Request('http://localhost/api/blogs/b1/comments', { method: 'POST' }));
    await fetchInTime(new Request('http://localhost/api/blogs'));
    expect(timeout.mock.calls).toEqual([[30_000], [30_000]]);
  });

  it('calls the site in a browser without AbortSignal.any, and gives up with the caller', async () => {
    vi.stubGlobal('AbortSignal', { timeout: AbortSignal.timeout.bind(AbortSignal) });
    const fetch = vi.fn<typeof globalThis.fetch>(
      (_request, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            reject(new Error(String(init.signal?.reason)));
          });
        }),
    );
    vi.stubGlobal('fetch', fetch);
    const caller = new AbortController();
    const call = fetchInTime(new Request('http://localhost/api/blogs', { signal: caller.signal }));
    caller.abort('left');
    await expect(call).rejects.toThrow('left');
  });
});
