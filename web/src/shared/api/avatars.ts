import { queryOptions } from '@tanstack/react-query';

import { unwrap, api } from './client';
import { queryKey } from './query-key';

/** The query of the preset avatars, in display order. */
export function avatarsQuery() {
  return queryOptions({
    queryKey: queryKey('avatars'),
    queryFn: async ({ signal }) => (await unwrap(api.GET('/avatars', { signal }))).avatars,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
