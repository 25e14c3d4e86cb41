import type { Import } from '../../shared/api/types';
import type { Failure } from '../../shared/ui/use-failure';
import { ImportCard } from './import-card';
import { ImportEntries } from './import-entries';
import { ImportPreview } from './import-preview';
import { newThings, percentOf, sizeText } from './import-texts';
import { ProgressBar } from './progress-bar';
import { systemLabel } from './systems';
import type { EntriesAddress } from './use-entries-address';

type Props = {
  current: Import;
  address: EntriesAddress;
  failure: Failure;
  onCancel: () => void;
};

/** The import that is under way, or waits to be applied. */
export function CurrentImport({ current, address, failure, onCancel }: Props) {
  const { state, kind, size } = current;
  const isReady = state === 'ready';
  return (
    <>
      <ImportCard title={titleOf(current)}>
        <p className="row-note">
          {systemLabel(kind)}, {sizeText(size)}
        </p>
        {isReady ? (
          // The options are those of the last check.
          <ImportPreview
            key={JSON.stringify(current.options)}
            current={current}
            failure={failure}
            onCancel={onCancel}
          />
        ) : (
          <Working current={current} onCancel={onCancel} />
        )}
      </ImportCard>
      {isReady && <ImportEntries shown={current} address={address} failure={failure} />}
    </>
  );
}

function titleOf({ state, fileName }: Import): string {
  switch (state) {
    case 'ready':
      return `Preview of ${fileName}`;
    case 'applying':
      return `Importing ${fileName}`;
    case 'uploaded':
    case 'checking':
    case 'done':
    case 'failed':
      return `Checking ${fileName}`;
  }
}

function Working({ current, onCancel }: Pick<Props, 'current' | 'onCancel'>) {
  const isApplying = current.state === 'applying';
  const things = newThings(current.totals);
  return (
    <>
      <ProgressBar
        label={isApplying ? 'Progress of the import' : 'Progress of the check'}
        percent={current.state === 'uploaded' ? null : percentOf(current)}
      />
      <p className="import-lead">
        {things !== '' && `${isApplying ? 'Imported' : 'Found'} until now: ${things}. `}
        You can leave this page; it goes on.
      </p>
      <div className="import-actions">
        <button type="button" className="button" onClick={onCancel}>
          Cancel import
        </button>
      </div>
    </>
  );
}
