import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Clock } from 'lucide-react';
import { useState } from 'react';

import { messageFor } from '../../../shared/api/errors';
import type { CalendarPost } from '../../../shared/api/types';
import { useMediaQuery } from '../../../shared/media-query';
import { usePermissions } from '../../../shared/session/permissions';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ErrorState } from '../../../shared/ui/failure-states';
import { useFailure } from '../../../shared/ui/use-failure';
import { calendarQuery } from '../api';
import { monthText } from '../day-texts';
import { type Month, addDays, firstWeekday, monthOf, weeksOf } from '../months';
import { momentOf } from '../publication-rules';
import { ScheduleDialog } from '../schedule-dialog';
import { type Day, browserZone, dayIn, instantAt } from '../zoned-time';
import './calendar.css';
import { DayDialog } from './day-dialog';
import { MonthGrid } from './month-grid';
import { MonthList } from './month-list';
import { MonthNavigation } from './month-navigation';
import { isPlanned, postsByDay } from './planned-days';
import { useMoving } from './use-moving';

const PHONE = '(max-width: 39.99rem)';
const MIDNIGHT = '00:00';
const FAILED = 'Failed to load the calendar';

type Props = { month: Month; now: Date };

/** The published and the planned posts of a month. */
export function Calendar({ month, now }: Props) {
  const [zone] = useState(browserZone);
  const [firstDay] = useState(() => firstWeekday(navigator.language));
  const isPhone = useMediaQuery(PHONE);
  const { canPublish } = usePermissions();
  const range = rangeOf(month, firstDay, zone);
  const { data: posts, error, refetch } = useQuery(calendarQuery(range));
  const failure = useFailure(posts ? error : null, FAILED);
  const move = useMoving(range, zone, failure);
  const [asking, setAsking] = useState<CalendarPost | null>(null);
  const [openDay, setOpenDay] = useState<Day | null>(null);
  const today = dayIn(now, zone);
  const days = postsByDay(posts ?? [], zone);
  const list = {
    zone,
    canMove: (post: CalendarPost) => canPublish && isPlanned(post),
    onAskMove: setAsking,
  };
  const isEmpty = posts !== undefined && ![...days.keys()].some((day) => monthOf(day) === month);

  return (
    <div className="calendar">
      <MonthNavigation month={month} present={monthOf(today)} />
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      {posts === undefined && error ? (
        <ErrorState message={messageFor(error, FAILED)} onRetry={() => void refetch()} />
      ) : isPhone ? (
        <MonthList
          {...list}
          month={month}
          days={days}
          today={today}
          isLoading={posts === undefined}
        />
      ) : (
        <>
          <MonthGrid
            // What is carried stays in its month.
            key={month}
            {...list}
            month={month}
            firstDay={firstDay}
            days={days}
            isLoading={posts === undefined}
            now={now}
            onMoveTo={move}
            onOpenDay={setOpenDay}
          />
          {isEmpty && (
            <p className="calendar-empty" role="status">
              No posts in {monthText(month)}. Drafts appear here once they are scheduled.
            </p>
          )}
        </>
      )}
      <ul className="calendar-legend" aria-label="Legend">
        <li data-state="planned">
          <Clock aria-hidden />
          Scheduled
        </li>
        <li data-state="published">
          <CircleCheck aria-hidden />
          Published
        </li>
        <li>Times in {zone.replaceAll('_', ' ')}</li>
      </ul>
      {openDay !== null && (
        <DayDialog
          {...list}
          day={openDay}
          posts={days.get(openDay) ?? []}
          onAskMove={(post) => {
            setOpenDay(null);
            setAsking(post);
          }}
          onClose={() => {
            setOpenDay(null);
          }}
        />
      )}
      {asking && (
        <ScheduleDialog
          title="Move to another time"
          post={asking.title}
          initial={momentOf(new Date(asking.at), zone)}
          zone={zone}
          confirmText="Move"
          busyText="Moving..."
          onConfirm={(at) => {
            move(asking, at);
            return Promise.resolve(null);
          }}
          onClose={() => {
            setAsking(null);
          }}
        />
      )}
    </div>
  );
}

/** Returns the time from the first to the last day that the table of a month shows. */
function rangeOf(month: Month, firstDay: number, zone: string) {
  const shown = weeksOf(month, firstDay).flat();
  const [first = '', last = ''] = [shown[0], shown.at(-1)];
  return {
    from: instantAt(first, MIDNIGHT, zone).toISOString(),
    to: instantAt(addDays(last, 1), MIDNIGHT, zone).toISOString(),
  };
}
