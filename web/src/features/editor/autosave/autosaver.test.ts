import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Autosaver } from './autosaver';

type Sent = { version: number; isLast: boolean; signal: AbortSignal };

/** An autosaver of a text whose autosaves end when they are told to. */
function open() {
  let version = 0;
  let saved = 0;
  const sent: Sent[] = [];
  const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const autosaver = new Autosaver({
    version: () => version,
    isSaved: () => version === saved,
    send: (sending) => {
      sent.push(sending);
      return new Promise((resolve, reject) => {
        ends.push({ resolve, reject });
        sending.signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    },
    canRetry: (error) => !(error instanceof Error && error.message === 'never again'),
  });
  return {
    autosaver,
    sent,
    versions: () => sent.map((sending) => sending.version),
    write: () => {
      version += 1;
    },
    save: () => {
      saved = version;
    },
    end: async () => {
      ends.shift()?.resolve();
      await vi.advanceTimersByTimeAsync(0);
    },
    fail: async (message = 'failed') => {
      ends.shift()?.reject(new Error(message));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('sends nothing before the first change and nothing twice', async () => {
  const { autosaver, versions, write, end } = open();
  void autosaver.run();
  expect(versions()).toEqual([]);
  write();
  void autosaver.run();
  await end();
  void autosaver.run();
  expect(versions()).toEqual([1]);
  write();
  void autosaver.run();
  expect(versions()).toEqual([1, 2]);
});

it('sends one at a time', async () => {
  const { autosaver, versions, write, end } = open();
  write();
  void autosaver.run();
  write();
  void autosaver.run();
  expect(versions()).toEqual([1]);
  await end();
  void autosaver.run();
  expect(versions()).toEqual([1, 2]);
});

it('sends nothing that is saved', () => {
  const { autosaver, versions, write, save } = open();
  write();
  save();
  void autosaver.run();
  expect(versions()).toEqual([]);
});

it('retries after a failure, unless the server refuses it for good', async () => {
  const { autosaver, versions, write, fail } = open();
  write();
  void autosaver.run();
  await fail();
  void autosaver.run();
  expect(versions()).toEqual([1, 1]);
  await fail('never again');
  void autosaver.run();
  expect(versions()).toEqual([1, 1]);
  write();
  void autosaver.run();
  expect(versions()).toEqual([1, 1, 2]);
});

it('lets a save wait for the autosave on its way, and sends none beside it', async () => {
  const { autosaver, versions, write, end } = open();
  write();
  void autosaver.run();
  const held = vi.fn();
  void autosaver.hold().then(held);
  await vi.advanceTimersByTimeAsync(0);
  expect(held).not.toHaveBeenCalled();
  await end();
  expect(held).toHaveBeenCalledOnce();
  write();
  void autosaver.run();
  void autosaver.finish();
  expect(versions()).toEqual([1]);
  autosaver.release();
  void autosaver.run();
  expect(versions()).toEqual([1, 2]);
});

it('lets a save go before an autosave that takes too long', async () => {
  const { autosaver, sent, write } = open();
  write();
  void autosaver.run();
  const held = vi.fn();
  void autosaver.hold().then(held);
  await vi.advanceTimersByTimeAsync(4_900);
  expect(held).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(held).toHaveBeenCalledOnce();
  expect(sent[0]?.signal.aborted).toBe(true);
});

it('sends the newest text at once when the page closes', async () => {
  const { autosaver, sent, write, end } = open();
  write();
  void autosaver.run();
  write();
  void autosaver.finish();
  expect(sent.map(({ version, isLast }) => [version, isLast])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(sent[0]?.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  // The page hides and closes: one request for both.
  void autosaver.finish();
  expect(sent).toHaveLength(2);
  await end();
  await end();
  void autosaver.run();
  expect(sent).toHaveLength(2);
});
