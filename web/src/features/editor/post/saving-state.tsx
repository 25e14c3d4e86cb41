import { TimeStamp } from '../../../shared/ui/time-stamp';

/** The last save; `at` is null if it was before this visit. `requests` counts those of this visit that it served. */
export type LastSave = { at: string | null; requests: number };

type Props = {
  isSaving: boolean;
  isUnsaved: boolean;
  /** Whether this browser keeps all that is unsaved. */
  isKept: boolean;
  /** Null for a post that was never saved. */
  last: LastSave | null;
};

/** Tells whether the post is saved. Screen readers hear of each save alone. */
export function SavingState({ isSaving, isUnsaved, isKept, last }: Props) {
  return (
    <>
      <p className="saving-state">
        <State isSaving={isSaving} isUnsaved={isUnsaved} isKept={isKept} last={last} />
      </p>
      <p className="visually-hidden" aria-live="polite">
        {last && last.requests > 0 && !isSaving && (
          <span key={`${last.at ?? ''} ${last.requests}`}>Saved</span>
        )}
      </p>
    </>
  );
}

function State({ isSaving, isUnsaved, isKept, last }: Props) {
  if (isSaving) {
    return 'Saving…';
  }
  if (isUnsaved) {
    return isKept ? 'Draft kept in this browser' : 'Unsaved changes';
  }
  return last && <>Saved {last.at !== null && <TimeStamp time={last.at} form="clock" />}</>;
}
