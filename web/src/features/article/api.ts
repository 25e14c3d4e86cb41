import { queryOptions } from '@tanstack/react-query';

import { signedInApi } from '../../shared/api/admin-client';
import { answered, api } from '../../shared/api/client';
import { firstAnswer, inFirstDocument } from '../../shared/api/first-answers';
import type { Blog, BlogAnswer, DeviceType, ReadableBlog } from '../../shared/api/types';

export function blogQuery(id: string) {
  return queryOptions({
    queryKey: ['blog', id],
    // Administrators see drafts as well.
    queryFn: ({ signal }) =>
      answered(
        signedInApi().GET('/blogs/{id}', {
          params: { path: { id }, query: { fields: 'reading' } },
          signal,
        }),
      ),
    ...firstAnswer(() => inDocument(id)),
    select: readable,
  });
}

/** The document brings the text once: in the page itself. */
const textInPage = document.querySelector('#root .rich-text')?.innerHTML;

function inDocument(id: string): BlogAnswer | undefined {
  const answer = inFirstDocument('BlogAnswer', `/blogs/${id}?fields=reading`);
  if (answer === undefined || textInPage === undefined) {
    return undefined;
  }
  const blog = readable(answer);
  return { ...answer, blog: { ...blog, reading: { ...blog.reading, html: textInPage } } };
}

function readable({ blog }: { blog: Blog }): ReadableBlog {
  if ('reading' in blog) {
    return blog;
  }
  throw new Error('The blog came without the text that was asked for');
}

export function countView(id: string, sessionId: string, deviceType: DeviceType) {
  return answered(
    api.POST('/blogs/{id}/view', { params: { path: { id } }, body: { sessionId, deviceType } }),
  );
}
