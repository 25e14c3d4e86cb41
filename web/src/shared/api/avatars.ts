import { queryOptions } from '@tanstack/react-query';

import { unwrap, api } from './client';
import { queryKeys } from './query-keys';

/** The query of the preset avatars, in display order. */
export function avatarsQuery() {
  return queryOptions({
    queryKey: queryKeys.avatars,
    queryFn: async ({ signal }) => (await unwrap(api.GET('/avatars', { signal }))).avatars,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
