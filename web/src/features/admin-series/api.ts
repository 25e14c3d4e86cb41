import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { SeriesChange } from '../../shared/api/types';

const PAGE = 20;
const pathOf = (id: string) => ({ path: { id } });

/** The series that the caller manages, the latest change first. */
export function managedSeriesQuery(page: number, limit = PAGE) {
  const query = { page, limit };
  return queryOptions({
    queryKey: queryKey('admin', 'series', query),
    queryFn: ({ signal }) => unwrap(adminApi.GET('/admin/series', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** A series with all its posts, drafts too. */
export function seriesPostsQuery(id: string) {
  return queryOptions({
    queryKey: queryKey('admin', 'series-posts', id),
    queryFn: ({ signal }) =>
      unwrap(adminApi.GET('/admin/series/{id}', { params: pathOf(id), signal })),
  });
}

export async function createSeries(body: SeriesChange) {
  return (await unwrap(adminApi.POST('/series', { body }))).series;
}

export async function changeSeries(id: string, body: SeriesChange) {
  return (await unwrap(adminApi.PATCH('/series/{id}', { params: pathOf(id), body }))).series;
}

export function deleteSeries(id: string) {
  return unwrap(adminApi.DELETE('/series/{id}', { params: pathOf(id) }));
}

/** Puts all posts of a series into an order; returns the series with them. */
export function orderSeries(id: string, posts: readonly string[]) {
  return unwrap(
    adminApi.PUT('/series/{id}/order', { params: pathOf(id), body: { blogs: [...posts] } }),
  );
}
