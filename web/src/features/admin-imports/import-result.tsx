import { Link } from 'react-router';

import type { Import } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import type { Failure } from '../../shared/ui/use-failure';
import { ImportCard } from './import-card';
import { ImportEntries } from './import-entries';
import { newThings, sentence } from './import-texts';
import { ImportTotalsTable } from './import-totals';
import { LeftOutList } from './left-out-list';
import type { EntriesAddress } from './use-entries-address';

type Props = { shown: Import; address: EntriesAddress; failure: Failure; onClose: () => void };

/** The end of an import, with its report. */
export function ImportResult({ shown, address, failure, onClose }: Props) {
  const { state, fileName, totals, error, appliedAt } = shown;
  const things = newThings(totals);
  const isDone = state === 'done';
  return (
    <>
      <ImportCard title={isDone ? `Imported ${fileName}` : `${fileName} was not imported`}>
        {isDone ? (
          <p className="import-lead">
            {things === '' ? 'Nothing in it was new.' : `New: ${things}.`}
          </p>
        ) : (
          <>
            <p className="import-error">{sentence(error ?? 'The work on it was interrupted')}</p>
            {appliedAt !== null && things !== '' && (
              <p className="import-lead">
                {`Imported before that: ${things}. Import the same export again to go on.`}
              </p>
            )}
          </>
        )}
        {(isDone || appliedAt !== null) && <ImportTotalsTable totals={totals} />}
        <LeftOutList things={shown.leftOut} />
        <div className="import-actions">
          {totals.posts.new > 0 && appliedAt !== null && (
            <Link to={paths.adminPosts} className="button button-primary">
              See the posts
            </Link>
          )}
          <button type="button" className="button" onClick={onClose}>
            Close
          </button>
        </div>
      </ImportCard>
      {shown.entries > 0 && <ImportEntries shown={shown} address={address} failure={failure} />}
    </>
  );
}
