import { afterEach, describe, expect, it, vi } from 'vitest';

import { anySignal, fetchInTime } from './connection';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('anySignal', () => {
  it.each([0, 1])('aborts with signal %i and its reason', (aborted) => {
    const controllers = [new AbortController(), new AbortController()] as const;
    const signal = anySignal(controllers[0].signal, controllers[1].signal);
    expect(signal.aborted).toBe(false);
    controllers[aborted]?.abort('enough');
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toBe('enough');
  });

  it('starts aborted when one of its signals is aborted', () => {
    const open = new AbortController().signal;
    expect(anySignal(open, AbortSignal.abort('before')).reason).toBe('before');
    expect(anySignal(AbortSignal.abort('before'), open).reason).toBe('before');
  });
});

describe('fetchInTime', () => {
  it('times out after 30 seconds for every method', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
    await fetchInTime(new Request('http://localhost/api/blogs/b1/comments', { method: 'POST' }));
    await fetchInTime(new Request('http://localhost/api/blogs'));
    expect(timeout.mock.calls).toEqual([[30_000], [30_000]]);
  });

  it('works without AbortSignal.any and aborts with the caller', async () => {
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
