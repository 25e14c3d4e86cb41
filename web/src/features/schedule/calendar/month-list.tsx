import { CalendarDays } from 'lucide-react';
import type { ComponentProps } from 'react';

import type { CalendarPost } from '../../../shared/api/types';
import { EmptyState } from '../../../shared/ui/states';
import { dayText, monthText } from '../day-texts';
import { type Month, monthOf } from '../months';
import type { Day } from '../zoned-time';
import { DayList } from './day-list';

const SKELETONS = 4;

type Props = Omit<ComponentProps<typeof DayList>, 'posts'> & {
  month: Month;
  days: ReadonlyMap<Day, readonly CalendarPost[]>;
  today: Day;
  isLoading: boolean;
};

/** The days of a month that have posts, for windows without room for its table. */
export function MonthList({ month, days, today, isLoading, ...list }: Props) {
  if (isLoading) {
    return (
      <div className="calendar-days" role="status" aria-label="Loading the calendar">
        {Array.from({ length: SKELETONS }, (_, index) => (
          <div key={index} className="skeleton calendar-day-skeleton" />
        ))}
      </div>
    );
  }
  const shown = [...days].filter(([day]) => monthOf(day) === month);
  if (shown.length === 0) {
    return <EmptyState icon={CalendarDays} title={`No posts in ${monthText(month)}`} />;
  }
  return (
    <div className="calendar-days">
      {shown.map(([day, posts]) => (
        <section key={day} aria-label={dayText(day)}>
          <h3 className="calendar-day-title" aria-current={day === today ? 'date' : undefined}>
            {dayText(day)}
            {day === today && <span className="status">Today</span>}
          </h3>
          <DayList posts={posts} {...list} />
        </section>
      ))}
    </div>
  );
}
