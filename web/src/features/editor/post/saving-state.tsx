import { TimeStamp } from '../../../shared/ui/time-stamp';

type Props = {
  isSaving: boolean;
  isUnsaved: boolean;
  /** Whether this browser keeps all that is unsaved. */
  isKept: boolean;
  /** The last save of this visit, with the number of requests that it served. */
  last: { at: string; requests: number } | null;
};

/** Tells whether the post is saved. Screen readers hear of each save alone. */
export function SavingState({ isSaving, isUnsaved, isKept, last }: Props) {
  return (
    <>
      <p className="saving-state">
        <State isSaving={isSaving} isUnsaved={isUnsaved} isKept={isKept} last={last} />
      </p>
      <p className="visually-hidden" aria-live="polite">
        {last && !isSaving && <span key={`${last.at} ${last.requests}`}>Saved</span>}
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
  return (
    last && (
      <>
        Saved <TimeStamp time={last.at} form="clock" />
      </>
    )
  );
}
