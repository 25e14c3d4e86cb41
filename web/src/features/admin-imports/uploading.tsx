import { ImportCard } from './import-card';
import { sizeText } from './import-texts';
import { ProgressBar } from './progress-bar';
import type { Sending } from './use-upload';

/** The parts of an upload after which screen readers are told how far it is. */
const ANNOUNCED_STEP = 25;

/** Returns what screen readers are told of an upload: not each percent. */
export function uploadAnnouncement({ percent }: Sending): string {
  const step = Math.floor(percent / ANNOUNCED_STEP) * ANNOUNCED_STEP;
  return step === 0 ? 'Uploading' : `Uploading, ${step} percent`;
}

type Props = { sending: Sending; onCancel: () => void };

/** An upload, which ends with the page. */
export function Uploading({ sending: { name, size, percent }, onCancel }: Props) {
  return (
    <ImportCard title={`Uploading ${name}`}>
      <ProgressBar label="Progress of the upload" percent={percent} />
      <p className="import-lead">
        {percent === 100
          ? 'The server has it; the check begins in a moment.'
          : `${sizeText((size * percent) / 100)} of ${sizeText(size)}. Keep this page open until it has arrived.`}
      </p>
      <div className="import-actions">
        <button type="button" className="button" onClick={onCancel}>
          Cancel upload
        </button>
      </div>
    </ImportCard>
  );
}
