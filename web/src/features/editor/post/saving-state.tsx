import { useEffect, useState } from 'react';

import { TimeStamp, relativeTime } from '../../../shared/ui/time-stamp';
import type { AutosaveState } from '../autosave/use-autosave';

const TICK_MS = 10_000;

/** The last save; `at` is null if it was before this visit. `requests` counts those of this visit that it served. */
export type LastSave = { at: string | null; requests: number };

type Props = {
  isSaving: boolean;
  isUnsaved: boolean;
  /** Whether this browser keeps all that is unsaved. */
  isKept: boolean;
  autosave: AutosaveState;
  /** Null for a post that was never saved. */
  last: LastSave | null;
};

/** Tells whether the post is saved. Screen readers hear of each save alone. */
export function SavingState(props: Props) {
  const { isSaving, last } = props;
  return (
    <>
      <p className="saving-state">
        <State {...props} />
      </p>
      <p className="visually-hidden" aria-live="polite">
        {last && last.requests > 0 && !isSaving && (
          <span key={`${last.at ?? ''} ${last.requests}`}>Saved</span>
        )}
      </p>
    </>
  );
}

function State({ isSaving, isUnsaved, isKept, autosave, last }: Props) {
  if (isSaving) {
    return 'Saving…';
  }
  if (isUnsaved && autosave.trouble !== null) {
    return 'Not saved on the server yet';
  }
  if (isUnsaved && autosave.at !== null) {
    return (
      <>
        Draft kept on the server <span className="saving-time">· </span>
        <Ago time={autosave.at} />
      </>
    );
  }
  if (isUnsaved) {
    return isKept ? 'Draft kept in this browser' : 'Unsaved changes';
  }
  return last && <>Saved {last.at !== null && <TimeStamp time={last.at} form="clock" />}</>;
}

/** A time that stays true while it is shown. */
function Ago({ time }: { time: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(new Date());
    }, TICK_MS);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return (
    <time dateTime={time} className="saving-time">
      {relativeTime(new Date(time), now, 'a few seconds ago')}
    </time>
  );
}
