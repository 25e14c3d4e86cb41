import { queryOptions } from '@tanstack/react-query';

import { answered, api } from '../../shared/api/client';
import type { DeviceType } from '../../shared/api/types';

export function blogQuery(id: string) {
  return queryOptions({
    queryKey: ['blog', id],
    queryFn: ({ signal }) => answered(api.GET('/blogs/{id}', { params: { path: { id } }, signal })),
    select: (answer) => answer.blog,
  });
}

export function countView(id: string, sessionId: string, deviceType: DeviceType) {
  return answered(
    api.POST('/blogs/{id}/view', { params: { path: { id } }, body: { sessionId, deviceType } }),
  );
}
