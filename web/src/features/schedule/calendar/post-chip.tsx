import { CalendarClock, CircleCheck, Clock } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';

import type { CalendarPost } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { clockText } from '../day-texts';
import { isPlanned } from './planned-days';

type Props = {
  post: CalendarPost;
  zone: string;
  /** Asks for another time; undefined if the post cannot be moved. */
  onMove: (() => void) | undefined;
  isCarried?: boolean;
  /** What the link has besides: where it can be dragged and carried. */
  link?: Omit<ComponentProps<'a'>, 'href' | 'ref'>;
};

/** A post in the calendar: its time, its title and its state. A published one opens as readers see it. */
export function PostChip({ post, zone, onMove, isCarried = false, link = {} }: Props) {
  const { id, title, slug, at, author } = post;
  const planned = isPlanned(post);
  const time = clockText(new Date(at), zone);
  const Icon = planned ? Clock : CircleCheck;
  return (
    <div
      className="calendar-chip"
      data-state={planned ? 'planned' : 'published'}
      data-carried={isCarried || undefined}
    >
      <Link
        to={planned ? paths.adminEditPost(id) : paths.post({ _id: id, slug })}
        className="calendar-link"
        title={`${time} · ${title} · ${author.username}`}
        draggable={false}
        {...link}
        data-post={id}
      >
        <Icon aria-hidden />
        <time dateTime={at}>{time}</time>
        <span className="calendar-title">{title}</span>
        <span className="visually-hidden">{planned ? ', scheduled' : ', published'}</span>
      </Link>
      {onMove && (
        <button
          type="button"
          className="calendar-move"
          aria-label={`Move ${title}…`}
          title="Move…"
          onClick={onMove}
        >
          <CalendarClock aria-hidden />
        </button>
      )}
    </div>
  );
}
