import { useId, useState } from 'react';

import { TextField } from '../../shared/form/text-field';
import { FormDialog } from '../../shared/ui/form-dialog';
import { NoteField, noteFault } from './note-field';
import { checkValue, latestValue, momentText, usualValue } from './publication-time';
import type { StepFault } from './use-review';

export type Step = {
  title: string;
  description: string;
  noteLabel: string;
  /** The error of an empty note; null where the note may be left out. */
  noteMissing: string | null;
  /** Whether it asks for a time of publication. */
  hasTime: boolean;
  confirmText: string;
  busyText: string;
};

/** What the dialog asked for. */
export type StepInput = { note: string; publishAt?: string };

type Props = {
  step: Step;
  /** Runs the step; returns what is wrong, null if the dialog can close. */
  onConfirm: (input: StepInput) => Promise<StepFault | null>;
  onClose: () => void;
};

/** The dialog of a step of the review. It is open as long as it is rendered. */
export function StepDialog({ step, onConfirm, onClose }: Props) {
  const timeId = useId();
  const [openedAt] = useState(() => new Date());
  const [note, setNote] = useState('');
  const [time, setTime] = useState(() => usualValue(openedAt));

  async function confirm(): Promise<StepFault | null> {
    const checked = step.hasTime ? checkValue(time, new Date()) : null;
    if (checked && 'message' in checked) {
      return { field: 'publishAt', message: checked.message };
    }
    const fault = noteFault(note, step.noteMissing);
    if (fault !== null) {
      return { field: 'note', message: fault };
    }
    return onConfirm({
      note: note.trim(),
      ...(checked && { publishAt: checked.at.toISOString() }),
    });
  }

  return (
    <FormDialog
      title={step.title}
      description={step.description}
      confirmText={step.confirmText}
      busyText={step.busyText}
      onConfirm={confirm}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {step.hasTime && (
            <div className="field">
              <TextField
                label="Publish on"
                type="datetime-local"
                name="publishAt"
                value={time}
                max={latestValue(openedAt)}
                error={errorOf('publishAt')}
                aria-describedby={timeId}
                onChange={({ target }) => {
                  setTime(target.value);
                }}
              />
              <p id={timeId} className="review-time">
                <TimeInWords value={time} now={openedAt} />
              </p>
            </div>
          )}
          <NoteField
            label={step.noteLabel}
            name="note"
            value={note}
            error={errorOf('note')}
            required={step.noteMissing !== null}
            onChange={({ target }) => {
              setNote(target.value);
            }}
          />
        </>
      )}
    </FormDialog>
  );
}

function TimeInWords({ value, now }: { value: string; now: Date }) {
  const checked = checkValue(value, now);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
  return <>{'at' in checked ? `${momentText(checked.at)} (${zone})` : `Time zone: ${zone}`}</>;
}
