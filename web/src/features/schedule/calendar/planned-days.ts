import type { CalendarPost } from '../../../shared/api/types';
import { type Day, dayIn, instantAt, timeIn } from '../zoned-time';

/** Returns the posts of each day in a zone, in the order of their times. */
export function postsByDay(
  posts: readonly CalendarPost[],
  zone: string,
): ReadonlyMap<Day, readonly CalendarPost[]> {
  const days = new Map<Day, CalendarPost[]>();
  for (const post of posts.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const day = dayIn(new Date(post.at), zone);
    days.set(day, [...(days.get(day) ?? []), post]);
  }
  return days;
}

/** Whether a post waits for its publication; published ones stay where they are. */
export function isPlanned({ status }: Pick<CalendarPost, 'status'>): boolean {
  return status === 'draft';
}

/** Returns the instant of a post on another day at its time of day; a refusal if that is over. */
export function movedTo(
  post: Pick<CalendarPost, 'at'>,
  day: Day,
  zone: string,
  now: Date,
): Date | 'past' {
  const at = instantAt(day, timeIn(new Date(post.at), zone), zone);
  return at > now ? at : 'past';
}
