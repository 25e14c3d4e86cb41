/** The unsaved texts of the signed-in administrator that the server keeps. */
import { queryOptions } from '@tanstack/react-query';

import { adminApi } from './admin-client';
import { unwrap } from './client';
import { queryKey } from './query-key';

/** The unsaved texts, the newest first. */
export function autosavesQuery() {
  return queryOptions({
    queryKey: queryKey('admin', 'autosaves'),
    queryFn: async ({ signal }) =>
      (await unwrap(adminApi.GET('/admin/autosaves', { signal }))).autosaves,
    // Another tab may be writing.
    staleTime: 0,
  });
}

export async function discardAutosave(key: string): Promise<void> {
  await unwrap(adminApi.DELETE('/admin/autosaves/{key}', { params: { path: { key } } }));
}
