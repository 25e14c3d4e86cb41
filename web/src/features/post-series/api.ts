import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

/** More are chosen by none: the list has the latest ones. */
const SERIES_MAX = 100;

/** The series that the caller manages, the latest change first. */
export function possibleSeriesQuery() {
  const query = { page: 1, limit: SERIES_MAX };
  return queryOptions({
    queryKey: queryKey('admin', 'series', query),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/series', { params: { query }, signal })),
  });
}

/** Puts a post at the end of a series, or into none; returns the id of the series. */
export async function setSeries(postId: string, series: string | null): Promise<string | null> {
  const call = adminApi.PUT('/blogs/{id}/series', {
    params: { path: { id: postId } },
    body: { series },
  });
  return (await unwrap(call)).blog.seriesId;
}
