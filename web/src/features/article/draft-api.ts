import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { answered } from '../../shared/api/client';
import { ADMIN_KEY } from '../../shared/api/keys';
import type { ReadableBlog } from '../../shared/api/types';

/** A post as administrators have it, its text made ready for reading as in the editor's preview. */
export function draftQuery(id: string) {
  return queryOptions({
    // Forgotten when the administrator signs out.
    queryKey: [ADMIN_KEY, 'draft', id],
    queryFn: async ({ signal }): Promise<ReadableBlog> => {
      const call = adminApi.GET('/blogs/admin/blogs/{id}', { params: { path: { id } }, signal });
      const { content, ...summary } = (await answered(call)).blog;
      const { reading } = await answered(
        adminApi.POST('/blogs/preview', { body: { content }, signal }),
      );
      return { ...summary, reading, comments: [], related: [] };
    },
  });
}
