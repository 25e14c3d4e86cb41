import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { ReadablePost } from '../../shared/api/types';

/** A draft with rendered text, as in the editor's preview. */
export function draftQuery(id: string) {
  return queryOptions({
    // Removed when the administrator signs out.
    queryKey: queryKey('admin', 'draft', id),
    queryFn: async ({ signal }): Promise<ReadablePost> => {
      const call = adminApi.GET('/blogs/admin/blogs/{id}', { params: { path: { id } }, signal });
      const { content, ...summary } = (await unwrap(call)).blog;
      const { reading } = await unwrap(
        adminApi.POST('/blogs/preview', { body: { content }, signal }),
      );
      return {
        ...summary,
        reading,
        // The pages of tags are found by their names as well.
        tagSlugs: summary.tags.map(encodeURIComponent),
        series: null,
        comments: [],
        commentsClosed: true,
        related: [],
      };
    },
  });
}
