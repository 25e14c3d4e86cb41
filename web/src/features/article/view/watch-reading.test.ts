import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { apiServer } from '../../../test/api-server';
import { recordRequests } from '../../../test/recorded-requests';
import { seenPart, watchReading } from './watch-reading';

const server = apiServer();
const WINDOW = 800;
const HEIGHT = 4_000;
/** A third of three minutes. */
const THIRD_MS = 60_000;
const POST = { _id: 'b1', readTime: 3 };

let top = 0;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal('innerHeight', WINDOW);
  window.history.replaceState(null, '', '/blog/queues');
  document.body.innerHTML = '<div class="article-column"><div class="rich-text"></div></div>';
  top = 0;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => ({
    ...{ x: 0, y: top, top, left: 0, right: 600, bottom: top + HEIGHT },
    ...{ width: 600, height: HEIGHT, toJSON: () => ({}) },
  }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function serve() {
  const reads = recordRequests('post', '/blogs/b1/read', { success: true });
  server.use(reads.handler);
  return reads.requests;
}

/** Scrolls so that this part of the text is above the lower edge of the window. */
function scrollTo(part: number) {
  top = WINDOW - part * HEIGHT;
  window.dispatchEvent(new Event('scroll'));
}

async function pass(milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds);
}

it('tells that the post was read once three quarters were seen and a third of the time is over', async () => {
  const reads = serve();
  watchReading(POST);
  scrollTo(0.74);
  scrollTo(0.75);
  await pass(THIRD_MS - 1_000);
  expect(reads).toHaveLength(0);
  scrollTo(0.3);
  await pass(2_000);
  await vi.waitFor(() => {
    expect(reads).toHaveLength(1);
  });
  expect(reads[0]?.body).toEqual({ sessionId: expect.stringMatching(/^[0-9a-f]{32}$/u) as string });
  scrollTo(1);
  await pass(THIRD_MS);
  expect(reads).toHaveLength(1);
});

it('waits until three quarters were seen', async () => {
  const reads = serve();
  watchReading(POST);
  scrollTo(0.74);
  await pass(2 * THIRD_MS);
  expect(reads).toHaveLength(0);
  scrollTo(0.8);
  await vi.waitFor(() => {
    expect(reads).toHaveLength(1);
  });
});

it('counts a text that is seen without scrolling', async () => {
  const reads = serve();
  top = WINDOW - HEIGHT;
  watchReading(POST);
  await pass(THIRD_MS + 1_000);
  await vi.waitFor(() => {
    expect(reads).toHaveLength(1);
  });
});

it.each([
  [
    'another page',
    () => {
      window.history.replaceState(null, '', '/trending');
    },
  ],
  [
    'no text',
    () => {
      document.body.replaceChildren();
    },
  ],
])('counts nothing once there is %s', async (_name, leave) => {
  const reads = serve();
  watchReading(POST);
  scrollTo(0.9);
  leave();
  await pass(2 * THIRD_MS);
  scrollTo(1);
  await pass(1_000);
  expect(reads).toHaveLength(0);
});

it('watches the last post alone', async () => {
  const reads = serve();
  const others = recordRequests('post', '/blogs/b2/read', { success: true });
  server.use(others.handler);
  watchReading(POST);
  watchReading({ _id: 'b2', readTime: 3 });
  scrollTo(1);
  await pass(THIRD_MS + 1_000);
  await vi.waitFor(() => {
    expect(others.requests).toHaveLength(1);
  });
  expect(reads).toHaveLength(0);
});

it.each([
  ['nothing of a text below the window', { top: 900, height: 2_000 }, -0.05],
  ['half of it in its middle', { top: -200, height: 2_000 }, 0.5],
  ['all of it at its end', { top: -1_200, height: 2_000 }, 1],
  ['nothing of one that is not laid out', { top: 0, height: 0 }, 0],
])('sees %s', (_name, text, part) => {
  expect(seenPart(text, WINDOW)).toBeCloseTo(part);
});
