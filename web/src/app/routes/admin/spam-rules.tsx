import { useQuery } from '@tanstack/react-query';

import { spamRulesQuery } from '../../../features/spam-rules/api';
import { SpamRulesForm } from '../../../features/spam-rules/spam-rules-form';
import { messageFor } from '../../../shared/api/errors';
import { ErrorState } from '../../../shared/ui/failure-states';
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
      {!data && !error && <Skeleton />}
    </div>
  );
}

function Skeleton() {
  return (
    <div>
      <p className="found" role="status">
        Loading spam rules...
      </p>
      <div className="panel-card" aria-hidden>
        {Array.from({ length: SKELETONS }, (_, index) => (
          <div key={index} className="row-skeleton">
            <div className="skeleton skeleton-line" />
            <div className="skeleton skeleton-line skeleton-short" />
          </div>
        ))}
      </div>
    </div>
  );
}
