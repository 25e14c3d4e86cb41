import { CalendarClock } from 'lucide-react';
import { useState } from 'react';

import { usePermissions } from '../../shared/session/permissions';
import { momentOf, usualMoment } from './publication-rules';
import { ScheduleDialog } from './schedule-dialog';
import { type EditedDraft, useSchedule } from './use-schedule';
import { browserZone } from './zoned-time';

/** The button that plans the publication of the edited draft, for those who may publish it. */
export function ScheduleButton({ post }: { post: EditedDraft }) {
  const { canPublish } = usePermissions();
  const [isOpen, setOpen] = useState(false);
  if (!canPublish || post.stored?.status === 'published') {
    return null;
  }
  return (
    <>
      <button
        type="button"
        className="button post-icon"
        aria-label="Schedule…"
        title="Schedule…"
        disabled={post.isBusy}
        onClick={() => {
          setOpen(post.check());
        }}
      >
        <CalendarClock aria-hidden />
      </button>
      {isOpen && (
        <ScheduleForm
          post={post}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

/** The dialog for the edited post. */
export function ScheduleForm({ post, onClose }: { post: EditedDraft; onClose: () => void }) {
  const [zone] = useState(browserZone);
  const { plan } = useSchedule(post, zone);
  const planned = post.stored?.publishAt ?? null;
  const [initial] = useState(() =>
    planned === null ? usualMoment(zone, new Date()) : momentOf(new Date(planned), zone),
  );
  return (
    <ScheduleDialog
      title={planned === null ? 'Schedule this post' : 'Change the date of publication'}
      initial={initial}
      zone={zone}
      confirmText="Schedule"
      busyText="Scheduling..."
      onConfirm={plan}
      onClose={onClose}
    />
  );
}
