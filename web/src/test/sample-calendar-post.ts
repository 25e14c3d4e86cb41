import type { CalendarPost } from '../shared/api/types';
import { samplePost } from './sample-post';

/** Returns a sample post of the calendar, a planned draft, with `changes` applied. */
export function sampleCalendarPost(id: string, changes: Partial<CalendarPost> = {}): CalendarPost {
  const { title, slug, author } = samplePost(id);
  return {
    id,
    title,
    slug,
    status: 'draft',
    at: '2026-12-01T08:00:00.000Z',
    review: 'none',
    author,
    authors: [author],
    ...changes,
  };
}
