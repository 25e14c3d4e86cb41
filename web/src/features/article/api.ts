import { queryOptions } from '@tanstack/react-query';

import { signedInApi } from '../../shared/api/admin-client';
import { answered, api } from '../../shared/api/client';
import type { DeviceType } from '../../shared/api/types';

export function blogQuery(id: string) {
  return queryOptions({
    queryKey: ['blog', id],
    // Administrators see drafts as well.
    queryFn: ({ signal }) =>
      answered(signedInApi().GET('/blogs/{id}', { params: { path: { id } }, signal })),
    select: (answer) => answer.blog,
  });
}

export function countView(id: string, sessionId: string, deviceType: DeviceType) {
  return answered(
    api.POST('/blogs/{id}/view', { params: { path: { id } }, body: { sessionId, deviceType } }),
  );
}
