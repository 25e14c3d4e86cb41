import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';

import { ChunkErrorMessage } from '../ui/chunk-error-message';
import { lazyCode } from './lazy-code';
import { LazyChunk } from './lazy-chunk';
import { ChunkError, loadChunk } from './load-chunk';

const broken = new TypeError('Failed to fetch dynamically imported module');

afterEach(() => {
  document.head.replaceChildren();
});

function serveClient(status: number) {
  document.head.innerHTML = '<meta name="client" content="/assets/index-1.js">';
  return vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(null, { status })));
}

it('retries once and reports nothing when that succeeds', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(broken).mockResolvedValue('it');
  expect(await loadChunk(load)).toBe('it');
  expect(load).toHaveBeenCalledTimes(2);
});

it.each([
  ['the site was updated', 404, 'updated'],
  ['only this file fails', 200, 'failed'],
] as const)('detects that %s', async (_, status, reason) => {
  const fetched = serveClient(status);
  const failure = await loadChunk(() => Promise.reject(broken)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ChunkError);
  expect(failure).toMatchObject({ reason, cause: broken });
  expect(fetched).toHaveBeenCalledWith('/assets/index-1.js', { method: 'HEAD', cache: 'no-store' });
});

it('detects that the browser is offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await expect(loadChunk(() => Promise.reject(broken))).rejects.toMatchObject({
    reason: 'offline',
  });
});

it('keeps the page around a chunk that fails to load and can retry', async () => {
  let isAvailable = false;
  const code = lazyCode(() =>
    isAvailable ? Promise.resolve('loaded') : Promise.reject(new ChunkError('failed', broken)),
  );
  const onFailure = vi.fn();
  render(
    <main>
      <p>The article</p>
      <LazyChunk
        code={code}
        failed={({ reason, retry }) => <button onClick={retry}>{`${reason}: try again`}</button>}
        onFailure={onFailure}
      >
        {(text) => <p>{text}</p>}
      </LazyChunk>
    </main>,
  );
  const retry = await screen.findByRole('button', { name: 'failed: try again' });
  expect(screen.getByText('The article')).toBeVisible();
  expect(onFailure).toHaveBeenCalledOnce();
  isAvailable = true;
  await userEvent.click(retry);
  expect(await screen.findByText('loaded')).toBeVisible();
});

it('offers to reload after a failed retry', async () => {
  const code = lazyCode<string>(() => Promise.reject(new ChunkError('failed', broken)));
  render(
    <LazyChunk
      code={code}
      failed={(failure) => <ChunkErrorMessage {...failure}>Gone</ChunkErrorMessage>}
    >
      {(text) => <p>{text}</p>}
    </LazyChunk>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
});

it('keeps retrying without a connection and keeps the page', async () => {
  const code = lazyCode<string>(() => Promise.reject(new ChunkError('offline', broken)));
  const fetched = vi.spyOn(code, 'fetch');
  render(
    <LazyChunk
      code={code}
      failed={(failure) => <ChunkErrorMessage {...failure}>Gone</ChunkErrorMessage>}
    >
      {(text) => <p>{text}</p>}
    </LazyChunk>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  expect(fetched).toHaveBeenCalledTimes(2);
});

it('offers to reload at once after an update of the site', async () => {
  const code = lazyCode<string>(() => Promise.reject(new ChunkError('updated', broken)));
  render(
    <LazyChunk
      code={code}
      failed={(failure) => <ChunkErrorMessage {...failure}>Gone</ChunkErrorMessage>}
    >
      {(text) => <p>{text}</p>}
    </LazyChunk>,
  );
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeVisible();
});

it('keeps the page around a chunk that throws', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const code = lazyCode(() => Promise.resolve(null));
  render(
    <main>
      <p>The article</p>
      <LazyChunk code={code} failed={() => <p>It broke</p>}>
        {() => <Broken />}
      </LazyChunk>
    </main>,
  );
  expect(await screen.findByText('It broke')).toBeVisible();
  expect(screen.getByText('The article')).toBeVisible();
});

function Broken(): never {
  throw new Error('A bug');
}

it('retries by itself once the connection is back', async () => {
  let isAvailable = false;
  const code = lazyCode(() =>
    isAvailable ? Promise.resolve('loaded') : Promise.reject(new ChunkError('offline', broken)),
  );
  render(
    <LazyChunk code={code} failed={({ reason }) => <p>{reason}</p>}>
      {(text) => <p>{text}</p>}
    </LazyChunk>,
  );
  expect(await screen.findByText('offline')).toBeVisible();
  isAvailable = true;
  window.dispatchEvent(new Event('online'));
  expect(await screen.findByText('loaded')).toBeVisible();
});
