import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { DRAFT_LENGTH_MAX, type WrittenPost } from './draft-store';
import { useDraftKeeping } from './use-draft-keeping';

const EMPTY: WrittenPost = {
  title: '',
  content: '',
  category: 'Other',
  tags: '',
  featuredImage: '',
  picture: null,
};
const WRITTEN: WrittenPost = { ...EMPTY, title: 'Queues', content: '<p>First words</p>' };

/** A visit to the page of new posts, on which `written` is then in the form. */
async function visit(written: WrittenPost) {
  let version = 0;
  const { result, unmount } = renderHook(() =>
    useDraftKeeping({ name: 'new', version: () => version, read: () => written, saved: EMPTY }),
  );
  await waitFor(() => {
    expect(result.current.offered).toHaveLength(stored().length);
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

function stored(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith('post-draft'));
}

async function leaveBehind(written: WrittenPost) {
  const { write, unmount } = await visit(written);
  await write();
  unmount();
}

it('keeps the present draft once an older one made room for it', async () => {
  await leaveBehind({ ...WRITTEN, title: 'An older one' });
  const { result, write } = await visit(WRITTEN);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (stored().length > 0) {
      throw new DOMException('full', 'QuotaExceededError');
    }
    this[key] = value;
  });
  await write();
  await waitFor(() => {
    expect(result.current.trouble).toMatch(/^This browser has no room left for this draft/u);
  });
  const [older] = result.current.offered;
  if (!older) {
    throw new Error('the older draft is not offered');
  }
  act(() => {
    result.current.discard(older);
  });
  await waitFor(() => {
    expect(result.current.trouble).toBeNull();
  });
  expect(Object.values(localStorage)).toEqual([expect.stringContaining('"title":"Queues"')]);
});

it('says that a post is too long to be kept', async () => {
  const { result, write } = await visit({ ...WRITTEN, content: 'x'.repeat(DRAFT_LENGTH_MAX + 1) });
  await write();
  await waitFor(() => {
    expect(result.current.trouble).toMatch(/^This post is too long/u);
  });
  act(() => {
    result.current.askToLeave();
  });
  await waitFor(() => {
    expect(result.current.onLeaving).toMatch(/leaving loses them/u);
  });
});

it('stores an equal draft once, and again when the other one is discarded', async () => {
  await leaveBehind(WRITTEN);
  const before = stored();
  const { result, write } = await visit({ ...WRITTEN });
  await write();
  expect(stored()).toEqual(before);
  expect(result.current.trouble).toBeNull();
  const [equal] = result.current.offered;
  if (!equal) {
    throw new Error('the equal draft is not offered');
  }
  act(() => {
    result.current.discard(equal);
  });
  await waitFor(() => {
    expect(stored()).toHaveLength(1);
  });
  expect(stored()).not.toEqual(before);
});

it('does not leave a second copy where an equal draft is restored', async () => {
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
    expect(stored()).toHaveLength(1);
  });
  expect(result.current.offered).toEqual([]);
});
