import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { unwrap, unwrapOrPublic, api } from '../../shared/api/client';
import { anySignal } from '../../shared/api/connection';
import { bootstrapOptions, bootstrapped } from '../../shared/api/bootstrap-data';
import { queryKey } from '../../shared/api/query-key';
import { withQuery } from '../../shared/paths';

export const HOME_SECTION = 3;
export const TREASURE_PAGE = 9;
export const TRENDING_PAGE = 9;
export const BOOKMARKS_PAGE = 9;
export const RECENT_PAGE = 3;
const TRENDING_TIMEOUT_MS = 5_000;

export type ListQuery = {
  search?: string;
  category?: string;
  tag?: string;
  author?: string;
  sort?: string;
  page: number;
  limit: number;
};

export function postsQuery(query: ListQuery) {
  return queryOptions({
    queryKey: queryKey('posts', 'list', query),
    queryFn: ({ signal }) =>
      unwrapOrPublic(
        () => api.GET('/blogs', { params: { query }, signal }),
        () => api.GET('/blogs/public', { params: { query }, signal }),
      ),
    ...bootstrapOptions(() =>
      bootstrapped(
        'BlogsResponse',
        withQuery('/blogs', { ...query, page: String(query.page), limit: String(query.limit) }),
      ),
    ),
    placeholderData: keepPreviousData,
  });
}

export function suggestionsQuery(text: string) {
  return queryOptions({
    queryKey: queryKey('suggestions', text),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/search/suggest', { params: { query: { q: text } }, signal })),
  });
}

export function featuredQuery() {
  return queryOptions({
    queryKey: queryKey('posts', 'featured'),
    queryFn: ({ signal }) =>
      unwrapOrPublic(
        () => api.GET('/blogs/featured', { signal }),
        () => api.GET('/blogs/featured/public', { signal }),
      ),
    ...bootstrapOptions(() => bootstrapped('FeaturedResponse', '/blogs/featured')),
  });
}

export function recommendedQuery() {
  return queryOptions({
    queryKey: queryKey('posts', 'recommended'),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/blogs/recommended', { params: { query: { limit: HOME_SECTION } }, signal })),
    ...bootstrapOptions(() =>
      bootstrapped('RecommendedResponse', `/blogs/recommended?limit=${HOME_SECTION}`),
    ),
  });
}

/** The trending posts of a span of time, or of now if `window` is empty. */
export function trendingQuery(window: string, page: number) {
  const span = window === '' ? {} : { window };
  return queryOptions({
    queryKey: queryKey('posts', 'trending', window, page),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/blogs/trending', {
          params: { query: { ...span, page, limit: TRENDING_PAGE } },
          signal: anySignal(signal, AbortSignal.timeout(TRENDING_TIMEOUT_MS)),
        }),
      ),
    ...bootstrapOptions(() =>
      bootstrapped(
        'TrendingResponse',
        withQuery('/blogs/trending', {
          ...span,
          page: String(page),
          limit: String(TRENDING_PAGE),
        }),
      ),
    ),
    // The timeout is for the whole request: a retry would double it.
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export function bookmarksQuery(page: number) {
  return queryOptions({
    queryKey: queryKey('posts', 'bookmarks', page),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/blogs/bookmarks', {
          params: { query: { page, limit: BOOKMARKS_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function recentlyViewedQuery(postIds: string[]) {
  return infiniteQueryOptions({
    queryKey: queryKey('posts', 'recently-viewed', postIds),
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        api.POST('/blogs/recently-viewed', {
          body: { blogIds: postIds, page: pageParam, limit: RECENT_PAGE },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    enabled: postIds.length > 0,
  });
}
