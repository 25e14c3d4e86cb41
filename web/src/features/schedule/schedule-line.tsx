import { CalendarClock } from 'lucide-react';
import { useState } from 'react';

import { usePermissions } from '../../shared/session/permissions';
import { momentText } from './day-texts';
import { ScheduleForm } from './schedule-button';
import './schedule.css';
import { usePublicationOnTime } from './use-publication-on-time';
import { type EditedDraft, useSchedule } from './use-schedule';
import { browserZone } from './zoned-time';

/** Tells when the edited draft will be published. */
export function ScheduleLine({ post }: { post: EditedDraft }) {
  const planned = post.stored?.status === 'draft' ? post.stored.publishAt : null;
  return post.stored && planned ? (
    <PlannedLine post={post} id={post.stored.id} publishAt={planned} />
  ) : null;
}

type Props = { post: EditedDraft; id: string; publishAt: string };

function PlannedLine({ post, id, publishAt }: Props) {
  const { canPublish } = usePermissions();
  const [zone] = useState(browserZone);
  const [isOpen, setOpen] = useState(false);
  const { cancel } = useSchedule(post, zone);
  usePublicationOnTime(id, publishAt, post.amend);
  return (
    <div className="schedule-line" role="note" aria-label="Planned publication">
      <CalendarClock aria-hidden />
      <p>
        Will be published on{' '}
        <time dateTime={publishAt}>{momentText(new Date(publishAt), zone)}</time>
      </p>
      {canPublish && (
        <div className="schedule-line-actions">
          <button
            type="button"
            className="button button-small"
            disabled={post.isBusy}
            onClick={() => {
              setOpen(post.check());
            }}
          >
            Change
          </button>
          <button
            type="button"
            className="button button-small button-quiet"
            disabled={post.isBusy}
            onClick={() => void cancel(id)}
          >
            Unschedule
          </button>
        </div>
      )}
      {isOpen && (
        <ScheduleForm
          post={post}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}
