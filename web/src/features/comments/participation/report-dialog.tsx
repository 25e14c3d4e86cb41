import { useState } from 'react';

import { messageFor } from '../../../shared/api/errors';
import type { ReportReason } from '../../../shared/api/types';
import { lengthOf } from '../../../shared/form/rules';
import { TextAreaField } from '../../../shared/form/text-area-field';
import { toast } from '../../../shared/toast';
import { FormDialog } from '../../../shared/ui/form-dialog';
import { NOTE_LENGTH_MAX, type Report } from './api';

const REASONS: readonly { value: ReportReason; label: string }[] = [
  { value: 'spam', label: 'Spam or advertising' },
  { value: 'abuse', label: 'Abuse or harassment' },
  { value: 'offtopic', label: 'Off topic' },
  { value: 'other', label: 'Something else' },
];

const NOTE_TOO_LONG = `A note must be at most ${NOTE_LENGTH_MAX} characters long`;

type Props = {
  title: string;
  /** What the moderators see besides the report. */
  subject: string;
  /** Sends the report; returns the server's thanks. */
  send: (report: Report) => Promise<string>;
  onClose: () => void;
  returnFocus: () => void;
};

/** Asks why a comment or a reader is reported. */
export function ReportDialog({ title, subject, send, onClose, returnFocus }: Props) {
  const [reason, setReason] = useState<ReportReason>('spam');
  const [note, setNote] = useState('');
  const used = lengthOf(note.trim());
  const error = used > NOTE_LENGTH_MAX ? NOTE_TOO_LONG : undefined;

  async function confirm() {
    try {
      toast.success(await send({ reason, note: note.trim() }));
      return null;
    } catch (failure) {
      return messageFor(failure, 'Failed to send the report');
    }
  }

  return (
    <FormDialog
      title={title}
      description={`The moderators see ${subject}, your reason and your name. Nobody else does.`}
      confirmText="Report"
      busyText="Sending..."
      isReady={error === undefined}
      onConfirm={confirm}
      onClose={onClose}
      onClosed={returnFocus}
    >
      <fieldset className="report-reasons">
        <legend className="field-label">Reason</legend>
        {REASONS.map(({ value, label }) => (
          <label key={value} className="report-reason">
            <input
              type="radio"
              name="reason"
              value={value}
              checked={value === reason}
              onChange={() => {
                setReason(value);
              }}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <TextAreaField
        label="Note (optional)"
        dir="auto"
        value={note}
        error={error}
        counter={{ used, limit: NOTE_LENGTH_MAX }}
        onChange={({ target }) => {
          setNote(target.value);
        }}
      />
    </FormDialog>
  );
}
