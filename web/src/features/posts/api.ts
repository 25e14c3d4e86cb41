import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';

import { answered, answeredOrPublic, api } from '../../shared/api/client';
import { abortedByEither } from '../../shared/api/connection';
import { firstAnswer, inFirstDocument } from '../../shared/api/first-answers';
import { BOOKMARKS_KEY } from '../../shared/api/keys';
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

export function blogsQuery(query: ListQuery) {
  return queryOptions({
    queryKey: ['blogs', query],
    queryFn: ({ signal }) =>
      answeredOrPublic(
        () => api.GET('/blogs', { params: { query }, signal }),
        () => api.GET('/blogs/public', { params: { query }, signal }),
      ),
    ...firstAnswer(() =>
      inFirstDocument(
        'BlogsAnswer',
        withQuery('/blogs', { ...query, page: String(query.page), limit: String(query.limit) }),
      ),
    ),
    placeholderData: keepPreviousData,
  });
}

export function featuredQuery() {
  return queryOptions({
    queryKey: ['featured'],
    queryFn: ({ signal }) =>
      answeredOrPublic(
        () => api.GET('/blogs/featured', { signal }),
        () => api.GET('/blogs/featured/public', { signal }),
      ),
    ...firstAnswer(() => inFirstDocument('FeaturedAnswer', '/blogs/featured')),
  });
}

export function recommendedQuery() {
  return queryOptions({
    queryKey: ['recommended'],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/blogs/recommended', { params: { query: { limit: HOME_SECTION } }, signal }),
      ),
    ...firstAnswer(() =>
      inFirstDocument('RecommendedAnswer', `/blogs/recommended?limit=${HOME_SECTION}`),
    ),
  });
}

export function trendingQuery(page: number) {
  return queryOptions({
    queryKey: ['trending', page],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/blogs/trending', {
          params: { query: { page, limit: TRENDING_PAGE } },
          signal: abortedByEither(signal, AbortSignal.timeout(TRENDING_TIMEOUT_MS)),
        }),
      ),
    ...firstAnswer(() =>
      inFirstDocument('TrendingAnswer', `/blogs/trending?page=${page}&limit=${TRENDING_PAGE}`),
    ),
    // The limit is for the whole wait: another try would double it.
    retry: false,
    placeholderData: keepPreviousData,
  });
}

export function bookmarksQuery(page: number) {
  return queryOptions({
    queryKey: [BOOKMARKS_KEY, page],
    queryFn: ({ signal }) =>
      answered(
        api.GET('/blogs/bookmarks', {
          params: { query: { page, limit: BOOKMARKS_PAGE } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function recentlyViewedQuery(blogIds: string[]) {
  return infiniteQueryOptions({
    queryKey: ['recently-viewed', blogIds],
    queryFn: ({ pageParam, signal }) =>
      answered(
        api.POST('/blogs/recently-viewed', {
          body: { blogIds, page: pageParam, limit: RECENT_PAGE },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.hasMore ? last.page + 1 : undefined),
    enabled: blogIds.length > 0,
  });
}
