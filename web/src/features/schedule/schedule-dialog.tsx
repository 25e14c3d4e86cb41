import { Dialog } from 'radix-ui';
import { type ReactNode, useId, useState } from 'react';

import { FormError } from '../../shared/form/form-error';
import { TextField } from '../../shared/form/text-field';
import { focusPageTitle } from '../../shared/ui/page-title';
import { useReturnFocus } from '../../shared/ui/use-return-focus';
import { momentText } from './day-texts';
import { type Moment, checkMoment, isSkipped, latestDay } from './publication-rules';
import './schedule.css';
import { dayIn } from './zoned-time';

/** What is wrong, with the field that it is about; `form` for none of them. */
type Problem = { field: keyof Moment | 'form'; message: string };

type Props = {
  title: string;
  /** The post, where the page shows several. */
  children?: ReactNode;
  initial: Moment;
  zone: string;
  confirmText: string;
  busyText: string;
  /** Plans the publication; returns what to show in the dialog if that failed. */
  onConfirm: (at: Date) => Promise<string | null>;
  onClose: () => void;
};

/** Asks when a post is to be published. It is open as long as it is rendered. */
export function ScheduleDialog(props: Props) {
  const { title, children, initial, zone, confirmText, busyText, onConfirm, onClose } = props;
  const [moment, setMoment] = useState(initial);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [openedAt] = useState(() => new Date());
  const resultId = useId();
  const formId = useId();
  const focus = useReturnFocus(focusPageTitle);
  const errorOf = (field: Problem['field']) =>
    problem?.field === field ? problem.message : undefined;

  function change(changes: Partial<Moment>) {
    setMoment({ ...moment, ...changes });
    setProblem(null);
  }

  function show(found: Problem) {
    setProblem(found);
    if (found.field !== 'form') {
      document.getElementById(`${formId}-${found.field}`)?.focus();
    }
  }

  async function confirm() {
    const checked = checkMoment(moment, zone, new Date());
    if (!('at' in checked)) {
      show(checked);
      return;
    }
    setBusy(true);
    const message = await onConfirm(checked.at);
    setBusy(false);
    if (message === null) {
      onClose();
    } else {
      show({ field: 'form', message });
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
        <Dialog.Content className="dialog" aria-describedby={undefined} {...focus}>
          <Dialog.Title className="dialog-title">{title}</Dialog.Title>
          {children}
          <form
            className="form"
            noValidate
            aria-label={title}
            onSubmit={(event) => {
              event.preventDefault();
              // A dialog is part of the page's tree, which may have a form around it.
              event.stopPropagation();
              if (!isBusy) {
                void confirm();
              }
            }}
          >
            <div className="schedule-fields">
              <TextField
                label="Date"
                type="date"
                id={`${formId}-day`}
                value={moment.day}
                min={dayIn(openedAt, zone)}
                max={latestDay(zone, openedAt)}
                error={errorOf('day')}
                aria-describedby={resultId}
                onChange={({ target }) => {
                  change({ day: target.value });
                }}
              />
              <TextField
                label="Time"
                type="time"
                id={`${formId}-time`}
                value={moment.time}
                error={errorOf('time')}
                aria-describedby={resultId}
                onChange={({ target }) => {
                  change({ time: target.value });
                }}
              />
            </div>
            <p id={resultId} className="schedule-result">
              <Result moment={moment} zone={zone} now={openedAt} />
            </p>
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
                {isBusy ? busyText : confirmText}
              </button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
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
