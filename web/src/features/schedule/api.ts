import { queryOptions } from '@tanstack/react-query';

import { adminApi } from '../../shared/api/admin-client';
import { unwrap } from '../../shared/api/client';
import { queryKey } from '../../shared/api/query-key';
import type { CalendarPost } from '../../shared/api/types';

export type Range = { from: string; to: string };

/** The published posts and the planned drafts of a span of time, oldest first. */
export function calendarQuery({ from, to }: Range) {
  return queryOptions({
    queryKey: queryKey('admin', 'calendar', from, to),
    queryFn: async ({ signal }): Promise<CalendarPost[]> => {
      const call = adminApi.GET('/admin/calendar', { params: { query: { from, to } }, signal });
      return (await unwrap(call)).posts;
    },
  });
}

/** Plans, moves or (with null) cancels the publication of a draft; returns its time. */
export async function schedulePost(id: string, publishAt: string | null): Promise<string | null> {
  const { blog: post } = await unwrap(
    adminApi.PUT('/blogs/{id}/schedule', { params: { path: { id } }, body: { publishAt } }),
  );
  return post.publishAt;
}

/** Returns whether a post is published by now. */
export async function isPublished(id: string): Promise<boolean> {
  const call = adminApi.GET('/blogs/admin/blogs/{id}', { params: { path: { id } } });
  return (await unwrap(call)).blog.status === 'published';
}
