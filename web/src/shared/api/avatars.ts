import { queryOptions } from '@tanstack/react-query';

import { answered, api } from './client';

/** The preset avatars, in the order in which they are shown. */
export function avatarsQuery() {
  return queryOptions({
    queryKey: ['avatars'],
    queryFn: async ({ signal }) => (await answered(api.GET('/avatars', { signal }))).avatars,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
