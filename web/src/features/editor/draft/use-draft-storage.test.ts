import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { DRAFT_LENGTH_MAX, type PostFormValues } from './draft-store';
import { useDraftStorage } from './use-draft-storage';

const EMPTY: PostFormValues = {
  title: '',
  content: '',
  category: 'Other',
  tags: '',
  slug: '',
  canonicalUrl: '',
  featuredImage: '',
  commentsClosed: null,
  announce: null,
  picture: null,
};
const WRITTEN: PostFormValues = { ...EMPTY, title: 'Queues', content: '<p>First words</p>' };

/** Opens the page of new posts with `written` in its form. */
async function visit(written: PostFormValues) {
  let version = 0;
  const { result, unmount } = renderHook(() =>
    useDraftStorage({ name: 'new', version: () => version, read: () => written, saved: EMPTY }),
  );
  await waitFor(() => {
    expect(result.current.offered).toHaveLength(storedKeys().length);
  });
  return {
    result,
    unmount,
    write: async () => {
      version += 1;
      await act(async () => {
        window.dispatchEvent(new Event('pagehide'));
        await Promise.resolve();
      });
    },
  };
}

function storedKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith('post-draft'));
}

async function leaveBehind(written: PostFormValues) {
  const { write, unmount } = await visit(written);
  await write();
  unmount();
}

it('stores the current draft once an older one made room for it', async () => {
  await leaveBehind({ ...WRITTEN, title: 'An older one' });
  const { result, write } = await visit(WRITTEN);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (storedKeys().length > 0) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    this[key] = value;
  });
  await write();
  await waitFor(() => {
    expect(result.current.warning).toMatch(/^This browser has no room left for this draft/u);
  });
  const [older] = result.current.offered;
  if (!older) {
    throw new Error('the older draft is not offered');
  }
  act(() => {
    result.current.discard(older);
  });
  await waitFor(() => {
    expect(result.current.warning).toBeNull();
  });
  expect(Object.values(localStorage)).toEqual([expect.stringContaining('"title":"Queues"')]);
});

it('reports a post that is too long to be stored', async () => {
  const { result, write } = await visit({ ...WRITTEN, content: 'x'.repeat(DRAFT_LENGTH_MAX + 1) });
  await write();
  await waitFor(() => {
    expect(result.current.warning).toMatch(/^This text is too long/u);
  });
  act(() => {
    result.current.updateLeaveText();
  });
  await waitFor(() => {
    expect(result.current.leaveText).toMatch(/leaving loses them/u);
  });
});

it('stores an equal draft once, and again when the other one is discarded', async () => {
  await leaveBehind(WRITTEN);
  const before = storedKeys();
  const { result, write } = await visit({ ...WRITTEN });
  await write();
  expect(storedKeys()).toEqual(before);
  expect(result.current.warning).toBeNull();
  const [equal] = result.current.offered;
  if (!equal) {
    throw new Error('the equal draft is not offered');
  }
  act(() => {
    result.current.discard(equal);
  });
  await waitFor(() => {
    expect(storedKeys()).toHaveLength(1);
  });
  expect(storedKeys()).not.toEqual(before);
});

it('does not leave a second copy when an equal draft is restored', async () => {
  await leaveBehind(WRITTEN);
  const { result, write } = await visit({ ...WRITTEN });
  await write();
  const [equal] = result.current.offered;
  if (!equal) {
    throw new Error('the equal draft is not offered');
  }
  act(() => {
    result.current.take(equal);
  });
  await waitFor(() => {
    expect(storedKeys()).toHaveLength(1);
  });
  expect(result.current.offered).toEqual([]);
});
