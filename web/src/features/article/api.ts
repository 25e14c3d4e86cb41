import { queryOptions } from '@tanstack/react-query';

import { signedInApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { bootstrapOptions, bootstrapped, bootstrappedText } from '../../shared/api/bootstrap-data';
import { queryKey } from '../../shared/api/query-key';
import type { Post, PostResponse, ReadablePost } from '../../shared/api/types';

export function postQuery(id: string) {
  return queryOptions({
    queryKey: queryKey('posts', 'post', id),
    // Administrators may read drafts as well.
    queryFn: ({ signal }) =>
      unwrap(
        signedInApi().GET('/blogs/{id}', {
          params: { path: { id }, query: { fields: 'reading' } },
          signal,
        }),
      ),
    ...bootstrapOptions(() => bootstrappedPost(id)),
    select: readable,
  });
}

function bootstrappedPost(id: string): PostResponse | undefined {
  const response = bootstrapped('BlogResponse', `/blogs/${id}?fields=reading`);
  const html = bootstrappedText();
  if (response === undefined || html === undefined) {
    return undefined;
  }
  const post = readable(response);
  return { ...response, blog: { ...post, reading: { ...post.reading, html } } };
}

function readable({ blog: post }: { blog: Post }): ReadablePost {
  if ('reading' in post) {
    return post;
  }
  throw new Error('The response has no rendered text');
}
