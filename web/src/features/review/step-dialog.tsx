import { Dialog } from 'radix-ui';
import { useId, useState } from 'react';

import { FormError } from '../../shared/form/form-error';
import { TextField } from '../../shared/form/text-field';
import { focusPageTitle } from '../../shared/ui/page-title';
import { useReturnFocus } from '../../shared/ui/use-return-focus';
import { NoteField, noteFault } from './note-field';
import { checkValue, latestValue, momentText, usualValue } from './publication-time';
import type { Problem } from './use-review';

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
  /** Runs the step; returns what to show if it failed, null if the dialog can close. */
  onConfirm: (input: StepInput) => Promise<Problem | null>;
  onClose: () => void;
};

/** The dialog of a step of the review. It is open as long as it is rendered. */
export function StepDialog({ step, onConfirm, onClose }: Props) {
  const formId = useId();
  const focus = useReturnFocus(focusPageTitle);
  const [openedAt] = useState(() => new Date());
  const [note, setNote] = useState('');
  const [time, setTime] = useState(() => usualValue(openedAt));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const errorOf = (field: Problem['field']) =>
    problem?.field === field ? problem.message : undefined;

  function show(found: Problem) {
    setProblem(found);
    if (found.field !== 'form') {
      document.getElementById(`${formId}-${found.field}`)?.focus();
    }
  }

  function check(): StepInput | Problem {
    const checked = step.hasTime ? checkValue(time, new Date()) : null;
    if (checked && 'message' in checked) {
      return { field: 'publishAt', message: checked.message };
    }
    const fault = noteFault(note, step.noteMissing);
    if (fault !== null) {
      return { field: 'note', message: fault };
    }
    return { note: note.trim(), ...(checked && { publishAt: checked.at.toISOString() }) };
  }

  async function confirm() {
    const input = check();
    if ('message' in input) {
      show(input);
      return;
    }
    setBusy(true);
    setProblem(null);
    const failure = await onConfirm(input);
    setBusy(false);
    if (failure === null) {
      onClose();
    } else {
      show(failure);
    }
  }

  return (
    <Dialog.Root
      open
      onOpenChange={(isOpen) => {
        if (!isOpen && !isBusy) {
          onClose();
        }
      }}
    >
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className="dialog" {...focus}>
          <Dialog.Title className="dialog-title">{step.title}</Dialog.Title>
          <Dialog.Description className="dialog-text">{step.description}</Dialog.Description>
          <form
            className="form"
            noValidate
            aria-label={step.title}
            onSubmit={(event) => {
              event.preventDefault();
              if (!isBusy) {
                void confirm();
              }
            }}
          >
            {step.hasTime && (
              <div className="field">
                <TextField
                  label="Publish on"
                  type="datetime-local"
                  id={`${formId}-publishAt`}
                  value={time}
                  max={latestValue(openedAt)}
                  error={errorOf('publishAt')}
                  aria-describedby={`${formId}-time`}
                  onChange={({ target }) => {
                    setTime(target.value);
                    setProblem(null);
                  }}
                />
                <p id={`${formId}-time`} className="review-time">
                  <TimeInWords value={time} now={openedAt} />
                </p>
              </div>
            )}
            <NoteField
              label={step.noteLabel}
              id={`${formId}-note`}
              value={note}
              error={errorOf('note')}
              required={step.noteMissing !== null}
              onChange={({ target }) => {
                setNote(target.value);
                setProblem(null);
              }}
            />
            <FormError message={errorOf('form')} />
            <div className="dialog-actions">
              <Dialog.Close className="button" disabled={isBusy}>
                Cancel
              </Dialog.Close>
              <button
                type="submit"
                className="button button-primary"
                aria-disabled={isBusy || undefined}
              >
                {isBusy ? step.busyText : step.confirmText}
              </button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function TimeInWords({ value, now }: { value: string; now: Date }) {
  const checked = checkValue(value, now);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone.replaceAll('_', ' ');
  return <>{'at' in checked ? `${momentText(checked.at)} (${zone})` : `Time zone: ${zone}`}</>;
}
