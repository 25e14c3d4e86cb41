import { type ComponentProps, useId, useRef } from 'react';

import type { CalendarPost } from '../../../shared/api/types';
import { shortDayText, weekdayText } from '../day-texts';
import { type Month, monthOf, weeksOf } from '../months';
import { type Day, dayIn } from '../zoned-time';
import { DayCell } from './day-cell';
import { useCarrying } from './use-carrying';

const HELP =
  'Drag a scheduled post to another day, or press Space on it and choose the day with the arrow keys. It keeps its time.';

type Props = {
  month: Month;
  /** The first day of the week: 1 for Monday. */
  firstDay: number;
  days: ReadonlyMap<Day, readonly CalendarPost[]>;
  isLoading: boolean;
  now: Date;
  zone: string;
  canMove: (post: CalendarPost) => boolean;
  onMoveTo: (post: CalendarPost, at: Date) => void;
  onAskMove: (post: CalendarPost) => void;
  onOpenDay: (day: Day) => void;
};

/** A month as a table of weeks, between whose days planned posts are moved. */
export function MonthGrid(props: Props) {
  const { month, firstDay, days, isLoading, now, zone } = props;
  const { canMove, onMoveTo, onAskMove, onOpenDay } = props;
  const weeks = weeksOf(month, firstDay);
  const today = dayIn(now, zone);
  const helpId = useId();
  const container = useRef<HTMLTableElement>(null);
  const shown = weeks.flat();
  const { carried, moving, refuses, announced, press, blur, drag } = useCarrying({
    container,
    shown,
    days,
    now,
    zone,
    onMoveTo,
  });
  const canMoveAny = shown.some((day) => days.get(day)?.some(canMove));

  function targetOf(day: Day) {
    if (moving?.target !== day || moving.from === day) {
      return undefined;
    }
    return refuses(moving) ? 'refused' : 'taken';
  }

  function linkOf(post: CalendarPost): Omit<ComponentProps<'a'>, 'href' | 'ref'> {
    return {
      draggable: true,
      'aria-describedby': helpId,
      onDragStart: ({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move';
        dataTransfer.setData('text/plain', post.title);
        drag(post);
      },
      onDragEnd: () => {
        drag(null);
      },
      onKeyDown: (event) => {
        const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
        if (!hasModifier && press(event.key, post)) {
          event.preventDefault();
        }
      },
      onBlur: ({ currentTarget }) => {
        // When the whole window loses the focus, the post keeps it.
        if (document.activeElement !== currentTarget) {
          blur();
        }
      },
    };
  }

  return (
    <>
      <table ref={container} className="calendar-grid" aria-busy={isLoading}>
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" abbr={weekdayText(day, 'long')}>
                {weekdayText(day, 'short')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <DayCell
                  key={day}
                  day={day}
                  posts={days.get(day) ?? []}
                  zone={zone}
                  isOutside={monthOf(day) !== month}
                  isToday={day === today}
                  isLoading={isLoading}
                  target={targetOf(day)}
                  carried={moving?.post.id}
                  canMove={canMove}
                  onAskMove={onAskMove}
                  onOpenDay={onOpenDay}
                  linkOf={linkOf}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p id={helpId} className="calendar-help" hidden={!canMoveAny}>
        {carried === null
          ? HELP
          : `“${carried.post.title}” → ${shortDayText(carried.target)}${refuses(carried) ? ' (in the past)' : ''}. Enter puts it there, Escape leaves it.`}
      </p>
      <p className="visually-hidden" aria-live="assertive">
        {announced}
      </p>
    </>
  );
}
