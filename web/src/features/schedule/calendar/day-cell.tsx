import type { ComponentProps } from 'react';

import type { CalendarPost } from '../../../shared/api/types';
import { dayNumberText, dayText } from '../day-texts';
import type { Day } from '../zoned-time';
import { PostChip } from './post-chip';

/** The posts for which a day has room; of more, it shows one less and the number of the others. */
const ROOM = 3;

type Props = {
  day: Day;
  posts: readonly CalendarPost[];
  zone: string;
  isOutside: boolean;
  isToday: boolean;
  isLoading: boolean;
  /** Whether the day takes the post that is moved over it. */
  target: 'taken' | 'refused' | undefined;
  /** The id of the post that is moved. */
  carried: string | undefined;
  canMove: (post: CalendarPost) => boolean;
  onAskMove: (post: CalendarPost) => void;
  onOpenDay: (day: Day) => void;
  linkOf: (post: CalendarPost) => Omit<ComponentProps<'a'>, 'href' | 'ref'>;
};

/** A day in the table of a month. */
export function DayCell(props: Props) {
  const { day, posts, zone, isOutside, isToday, isLoading, target, carried } = props;
  const { canMove, onAskMove, onOpenDay, linkOf } = props;
  const shown = posts.length > ROOM ? posts.slice(0, ROOM - 1) : posts;
  const hidden = posts.length - shown.length;
  return (
    <td
      data-day={day}
      data-outside={isOutside || undefined}
      data-target={target}
      aria-current={isToday ? 'date' : undefined}
    >
      <p className="calendar-day">
        <time dateTime={day} title={dayText(day)}>
          {dayNumberText(day)}
        </time>
      </p>
      {isLoading && !isOutside && isStriped(day) && <div className="skeleton calendar-skeleton" />}
      {posts.length > 0 && (
        <ul className="calendar-posts" aria-label={dayText(day)}>
          {shown.map((post) => (
            <li key={post.id}>
              <PostChip
                post={post}
                zone={zone}
                isCarried={post.id === carried}
                {...(canMove(post)
                  ? {
                      onMove: () => {
                        onAskMove(post);
                      },
                      link: linkOf(post),
                    }
                  : { onMove: undefined })}
              />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <button
                type="button"
                className="calendar-more"
                aria-haspopup="dialog"
                aria-label={`${hidden} more on ${dayText(day)}`}
                onClick={() => {
                  onOpenDay(day);
                }}
              >
                +{hidden} more
              </button>
            </li>
          )}
        </ul>
      )}
    </td>
  );
}

/** Whether the outline of a loading month has a post on this day. */
function isStriped(day: Day): boolean {
  return Number(day.slice(-2)) % 3 === 0;
}
