import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';

import { type SaveRequest, useSaveQueue } from './use-save-queue';

/** A queue whose saves end when they are told to, with the requests that it ran. */
function startQueue() {
  const ran: SaveRequest[] = [];
  const ends: ((isSaved: boolean) => void)[] = [];
  const { result } = renderHook(() =>
    useSaveQueue((request) => {
      ran.push(request);
      return new Promise((resolve) => ends.push(resolve));
    }),
  );
  return { ran, request: result.current, end: (isSaved: boolean) => ends.shift()?.(isSaved) };
}

async function settled() {
  await new Promise((resolve) => setTimeout(resolve));
}

it('runs one save at a time, and one more for all requests meanwhile', async () => {
  const { ran, request, end } = startQueue();
  for (let presses = 0; presses < 4; presses += 1) {
    void request('present');
  }
  expect(ran).toEqual(['present']);
  end(true);
  await settled();
  expect(ran).toEqual(['present', 'present']);
  end(true);
  await settled();
  expect(ran).toHaveLength(2);
  void request('draft');
  expect(ran).toEqual(['present', 'present', 'draft']);
});

it('prefers a waiting request for a status', async () => {
  const { ran, request, end } = startQueue();
  void request('present');
  void request('published');
  void request('present');
  end(true);
  await settled();
  expect(ran).toEqual(['present', 'published']);
});

it('drops what waits for a save that fails', async () => {
  const { ran, request, end } = startQueue();
  void request('present');
  void request('present');
  end(false);
  await settled();
  expect(ran).toEqual(['present']);
  void request('present');
  expect(ran).toEqual(['present', 'present']);
});
