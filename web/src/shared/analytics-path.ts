/** The path of the figures of a post. Apart from the others, which every article loads. */
import { withQuery } from './paths';

export const DEFAULT_SPAN = 30;

/** Returns the path of the figures of a post in a span of days, 30 if none is given. */
export function analyticsPath(postId: string, days: number = DEFAULT_SPAN): string {
  return withQuery(`/admin/edit-blog/${encodeURIComponent(postId)}/analytics`, {
    days: days === DEFAULT_SPAN ? undefined : String(days),
  });
}
