import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const PATH = '/blog/queues';

beforeEach(() => {
  vi.resetModules();
  window.history.replaceState(null, '', PATH);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Begins a visit with this referrer, as the browser reports it. */
async function visit(referrer: string, navigation: object = {}) {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  const entry = {
    name: `${window.location.origin}${PATH}`,
    type: 'navigate',
    entryType: 'navigation',
    startTime: 0,
    duration: 0,
    toJSON: () => ({}),
    ...navigation,
  };
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([entry]);
  return (await import('./referrer')).siteOfReferrer;
}

it.each([
  ['https://news.example.com/item?id=7', 'https://news.example.com'],
  ['http://example.com:8080/', 'http://example.com:8080'],
  ['https://example.com?q=1', 'https://example.com'],
  ['android-app://com.example.reader/', undefined],
  ['', undefined],
])('of %s keeps the site alone', async (referrer, expected) => {
  expect((await visit(referrer))()).toBe(expected);
});

it('drops the pages of this site', async () => {
  expect((await visit(`${window.location.origin}/trending`))()).toBeUndefined();
});

it('names the site for the first post of a visit alone', async () => {
  const siteOfReferrer = await visit('https://news.example.com/');
  expect(siteOfReferrer()).toBe('https://news.example.com');
  expect(siteOfReferrer()).toBeUndefined();
});

it('names none for a post that the visit did not begin with', async () => {
  const siteOfReferrer = await visit('https://news.example.com/', {
    name: `${window.location.origin}/trending`,
  });
  expect(siteOfReferrer()).toBeUndefined();
});

it.each(['reload', 'back_forward'])('names none after a %s', async (type) => {
  expect((await visit('https://news.example.com/', { type }))()).toBeUndefined();
});
