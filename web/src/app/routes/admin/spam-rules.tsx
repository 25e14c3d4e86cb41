import { useQuery } from '@tanstack/react-query';

import { spamRulesQuery } from '../../../features/spam-rules/api';
import { SpamRulesForm } from '../../../features/spam-rules/spam-rules-form';
import { messageFor } from '../../../shared/api/errors';
import { ErrorState } from '../../../shared/ui/failure-states';
import { LoadingRows } from '../../../shared/ui/loading-rows';
import { PageTitle } from '../../../shared/ui/page-title';

const SKELETONS = 6;

/** The rules by which comments are held or refused. */
export function SpamRulesPage() {
  const { data, error, refetch } = useQuery(spamRulesQuery());
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title="Spam Rules">Spam Rules</PageTitle>
      </div>
      <p className="panel-lead">
        What happens with a comment before readers see it. Comments of the staff and of trusted
        readers pass.
      </p>
      {data && <SpamRulesForm rules={data} />}
      {!data && error && (
        <ErrorState
          message={messageFor(error, 'Failed to fetch spam rules')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <LoadingRows text="Loading spam rules..." rows={SKELETONS} />}
    </div>
  );
}
