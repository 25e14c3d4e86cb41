import { adminApi } from '../../../shared/api/admin-client';
import { unwrap } from '../../../shared/api/client';
import type { Autosave, AutosaveDraft, StoredAutosave } from '../../../shared/api/types';
import { timeoutFor } from '../api';

/** The most bytes of a request that outlives its page: browsers allow 64 KiB for all of them together. */
const KEEPALIVE_BYTES_MAX = 60_000;

type Options = { signal: AbortSignal; isLast: boolean };

/** Stores an unsaved text on the server. */
export function putAutosave(
  key: string,
  input: AutosaveDraft,
  { signal, isLast }: Options,
): Promise<StoredAutosave> {
  const keepalive = isLast && bytesOf(JSON.stringify(input)) <= KEEPALIVE_BYTES_MAX;
  return unwrap(
    adminApi.PUT('/admin/autosaves/{key}', {
      params: { path: { key } },
      body: input,
      signal,
      ...(keepalive && { keepalive }),
      ...timeoutFor(`${input.content ?? ''}${embedded(input.featuredImage)}`),
    }),
  );
}

export async function getAutosave(key: string, signal?: AbortSignal): Promise<Autosave> {
  const call = adminApi.GET('/admin/autosaves/{key}', {
    params: { path: { key } },
    ...(signal && { signal }),
  });
  return (await unwrap(call)).autosave;
}

function embedded(address: string | null | undefined): string {
  return address?.startsWith('data:') ? `src="${address.slice(0, 'data:'.length)}` : '';
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
