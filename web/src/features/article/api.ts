import { queryOptions } from '@tanstack/react-query';

import { signedInApi } from '../../shared/api/admin-client';
import { answered, api } from '../../shared/api/client';
import type { Blog, DeviceType, ReadableBlog } from '../../shared/api/types';

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
    select: readable,
  });
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
