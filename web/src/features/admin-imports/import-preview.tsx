import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Import } from '../../shared/api/types';
import type { Failure } from '../../shared/ui/use-failure';
import { applyImport } from './api';
import { type ChosenOptions, ImportOptionsForm, areSame, chosenOf } from './import-options';
import { applyText, newThings, total } from './import-texts';
import { ImportTotalsTable } from './import-totals';
import { LeftOutList } from './left-out-list';

type Props = { current: Import; failure: Failure; onCancel: () => void };

/** What the check has found, with the options, and the button that imports it. */
export function ImportPreview({ current, failure, onCancel }: Props) {
  const client = useQueryClient();
  const [options, setOptions] = useState<ChosenOptions>(chosenOf(current.options));
  const [isBusy, setBusy] = useState(false);
  const { totals } = current;
  const isChecked = areSame(options, chosenOf(current.options));
  const isNothingNew = newThings(totals) === '';
  const refused = total(totals, 'refused');

  async function apply() {
    setBusy(true);
    failure.dismiss();
    try {
      await applyImport(current._id, options);
    } catch (error) {
      failure.show(error, 'Failed to begin the import');
    } finally {
      await invalidateAfter(client, 'import');
      setBusy(false);
    }
  }

  return (
    <>
      <p className="import-lead">
        {isNothingNew
          ? 'Everything in it is here already, or refused.'
          : 'This is what an import brings. Nothing is here yet.'}
        {refused > 0 && ' What is refused stops nothing of the rest; the list below says why.'}
      </p>
      <ImportTotalsTable totals={totals} />
      <LeftOutList things={current.leftOut} />
      <ImportOptionsForm options={options} onChange={setOptions} />
      {!isChecked && (
        <p className="import-hint" role="status">
          With other options the export is checked again before anything is imported.
        </p>
      )}
      <div className="import-actions">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={isBusy || (isChecked && isNothingNew) || undefined}
          onClick={() => {
            if (!isBusy && !(isChecked && isNothingNew)) {
              void apply();
            }
          }}
        >
          {isChecked ? applyText(totals) : 'Check again'}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          Cancel import
        </button>
      </div>
    </>
  );
}
