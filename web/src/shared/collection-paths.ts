/** The paths of series, and those of the panel for tags and series. Apart from the others, which every article loads. */
import { withQuery } from './paths';

/** Returns the path of a numbered page of posts. */
export function numberedPath(path: string, page: number): string {
  return withQuery(path, { page: page > 1 ? String(page) : undefined });
}

export function seriesPath(slug: string): string {
  return `/series/${slug}`;
}

export const adminTags = '/admin/tags';
export const adminSeries = '/admin/series';

export function adminOneSeries(id: string): string {
  return `${adminSeries}/${encodeURIComponent(id)}`;
}
