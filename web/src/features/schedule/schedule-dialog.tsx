import { useId, useState } from 'react';

import type { Fault } from '../../shared/form/fault';
import { TextField } from '../../shared/form/text-field';
import { FormDialog } from '../../shared/ui/form-dialog';
import { momentText } from './day-texts';
import { type Moment, checkMoment, isSkipped, latestDay } from './publication-rules';
import './schedule.css';
import { dayIn } from './zoned-time';

type Props = {
  title: string;
  /** The title of the post, where the page shows several. */
  post?: string;
  initial: Moment;
  zone: string;
  confirmText: string;
  busyText: string;
  /** Plans the publication; returns what to show in the dialog if that failed. */
  onConfirm: (at: Date) => Promise<string | null>;
  onClose: () => void;
};

/** Asks when a post is to be published. It is open as long as it is rendered. */
export function ScheduleDialog({ post, initial, zone, onConfirm, ...dialog }: Props) {
  const [moment, setMoment] = useState(initial);
  const [openedAt] = useState(() => new Date());
  const resultId = useId();

  async function confirm(): Promise<Fault<keyof Moment> | null> {
    const checked = checkMoment(moment, zone, new Date());
    return 'at' in checked ? onConfirm(checked.at) : checked;
  }

  return (
    <FormDialog {...dialog} description={post} onConfirm={confirm}>
      {(errorOf) => (
        <>
          <div className="schedule-fields">
            <TextField
              label="Date"
              type="date"
              name="day"
              value={moment.day}
              min={dayIn(openedAt, zone)}
              max={latestDay(zone, openedAt)}
              error={errorOf('day')}
              aria-describedby={resultId}
              onChange={({ target }) => {
                setMoment({ ...moment, day: target.value });
              }}
            />
            <TextField
              label="Time"
              type="time"
              name="time"
              value={moment.time}
              error={errorOf('time')}
              aria-describedby={resultId}
              onChange={({ target }) => {
                setMoment({ ...moment, time: target.value });
              }}
            />
          </div>
          <p id={resultId} className="schedule-result">
            <Result moment={moment} zone={zone} now={openedAt} />
          </p>
        </>
      )}
    </FormDialog>
  );
}

/** The chosen moment in words, or at least the zone in which it is meant. */
function Result({ moment, zone, now }: { moment: Moment; zone: string; now: Date }) {
  const checked = checkMoment(moment, zone, now);
  if (!('at' in checked)) {
    return <>Time zone: {zone.replaceAll('_', ' ')}</>;
  }
  return (
    <>
      {isSkipped(moment, zone) && 'The clocks skip this time, so it is an hour later: '}
      {momentText(checked.at, zone)}
    </>
  );
}
