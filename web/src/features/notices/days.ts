/** The notices of a day under one heading. */
export type Day<Item> = { title: string; items: Item[] };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Groups items that are in order of time by their day here, whose names depend on the present time. */
export function groupByDay<Item extends { at: string }>(
  items: readonly Item[],
  now: Date,
): Day<Item>[] {
  const days: Day<Item>[] = [];
  for (const item of items) {
    const title = dayTitle(new Date(item.at), now);
    const last = days.at(-1);
    if (last?.title === title) {
      last.items.push(item);
    } else {
      days.push({ title, items: [item] });
    }
  }
  return days;
}

/** Returns `Today`, `Yesterday`, the weekday with the date, and the year if it is another one. */
export function dayTitle(day: Date, now: Date): string {
  const daysAgo = Math.round((startOf(now) - startOf(day)) / DAY_MS);
  if (daysAgo <= 0) {
    return 'Today';
  }
  if (daysAgo === 1) {
    return 'Yesterday';
  }
  return day.toLocaleDateString(undefined, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  });
}

function startOf(day: Date): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate()).getTime();
}
