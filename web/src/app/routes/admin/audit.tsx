import { useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';

import { auditQuery, exportAudit } from '../../../features/admin-audit/api';
import { AuditFilters } from '../../../features/admin-audit/audit-filters';
import { AuditTable } from '../../../features/admin-audit/audit-table';
import { useAuditAddress } from '../../../features/admin-audit/use-audit-address';
import { wholeTeamQuery } from '../../../features/admin-team/api';
import { DownloadButton } from '../../../shared/ui/download-button';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useFailure } from '../../../shared/ui/use-failure';

/** What the team has changed in the last 400 days. */
export function AuditPage() {
  const address = useAuditAddress();
  const { filter, setFilter, list } = address;
  const log = useQuery(auditQuery(filter, list.page));
  const { data: members = [], error } = useQuery(wholeTeamQuery());
  const failure = useFailure(log.error ?? error, 'Failed to fetch the audit log');
  const entries = log.data?.entries ?? [];
  const named = entries.find((entry) => entry.target === filter.target);
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('Audit Log', list.page)}>Audit Log</PageTitle>
        <DownloadButton
          name="audit.csv"
          load={() => exportAudit(filter)}
          failure={failure}
          fallback="Failed to download the audit log"
        />
      </div>
      <p className="panel-lead">
        What the team has changed, for 400 days. Nobody can change or delete a row.
      </p>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <AuditFilters address={address} members={members} targetName={named?.targetName ?? null} />
      <ManagedList
        list={log}
        shown={entries.length}
        address={list}
        units={['change', 'changes']}
        emptyIcon={ScrollText}
      >
        <AuditTable
          entries={entries}
          members={members}
          onTarget={(target) => {
            setFilter({ target });
          }}
        />
      </ManagedList>
    </div>
  );
}
