import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { ManagedPost } from '../../shared/api/types';

/** The server's limit. */
export const AUTHORS_MAX = 5;

/** Everybody who can be an author of a post, by name. */
export function possibleAuthorsQuery() {
  return queryOptions({
    queryKey: queryKey('admin', 'authors'),
    queryFn: async ({ signal }) =>
      (await unwrap(adminApi.GET('/admin/authors', { signal }))).authors,
  });
}

/** Sets the authors of a post, in their order. */
export async function setAuthors(
  postId: string,
  authors: readonly string[],
): Promise<ManagedPost['authors']> {
  const call = adminApi.PUT('/blogs/{id}/authors', {
    params: { path: { id: postId } },
    body: { authors: [...authors] },
  });
  return (await unwrap(call)).blog.authors;
}
