import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import { bootstrapOptions, bootstrapped } from '../../shared/api/bootstrap-data';
import { api, unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';

export const COLLECTION_PAGE = 9;

/** A tag with a page of its posts. Keys of queries begin with `posts`, so that marks of these posts are updated as well. */
export function tagQuery(slug: string, page: number) {
  return queryOptions({
    queryKey: queryKey('posts', 'tag', slug, page),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/tags/{slug}', {
          params: { path: { slug }, query: { page, limit: COLLECTION_PAGE } },
          signal,
        }),
      ),
    ...bootstrapOptions(() => bootstrapped('TagResponse', `/tags/${slug}?${pageOf(page)}`)),
    placeholderData: keepPreviousData,
  });
}

/** An author with a page of their posts. */
export function authorQuery(slug: string, page: number) {
  return queryOptions({
    queryKey: queryKey('posts', 'author', slug, page),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/authors/{slug}', {
          params: { path: { slug }, query: { page, limit: COLLECTION_PAGE } },
          signal,
        }),
      ),
    ...bootstrapOptions(() =>
      bootstrapped('AuthorPageResponse', `/authors/${slug}?${pageOf(page)}`),
    ),
    placeholderData: keepPreviousData,
  });
}

/** A series with its published posts. */
export function seriesQuery(id: string) {
  return queryOptions({
    queryKey: queryKey('posts', 'series', id),
    queryFn: ({ signal }) => unwrap(api.GET('/series/{id}', { params: { path: { id } }, signal })),
    ...bootstrapOptions(() => bootstrapped('SeriesResponse', `/series/${id}`)),
  });
}

function pageOf(page: number): string {
  return `page=${page}&limit=${COLLECTION_PAGE}`;
}
