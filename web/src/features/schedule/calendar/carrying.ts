/** A planned post that is carried to another day by the keyboard. */
import type { CalendarPost } from '../../../shared/api/types';
import { addDays } from '../months';
import type { Day } from '../zoned-time';

export type Carried = {
  post: CalendarPost;
  from: Day;
  /** The day on which it would be put down. */
  target: Day;
};

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** Returns the next target for a key: within the days that are shown; undefined for keys that do not move. */
export function targetAfter(key: string, target: Day, shown: readonly Day[]): Day | undefined {
  const step = STEPS[key];
  if (step === undefined) {
    return undefined;
  }
  const next = addDays(target, step);
  return shown.includes(next) ? next : target;
}
