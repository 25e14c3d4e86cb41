import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, History } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';

import { pageRevisionsQuery } from '../../../features/editor/page/api';
import { PageVersions } from '../../../features/editor/page/page-versions';
import { RestoreVersion } from '../../../features/editor/page/restore-version';
import { VersionView } from '../../../features/editor/page/version-view';
import '../../../features/editor/revisions/revisions.css';
import type { StaticPageRevision } from '../../../shared/api/types';
import { pagePaths } from '../../../shared/static-pages/paths';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

type Chosen = { action: 'view' | 'restore'; revision: StaticPageRevision };

/** The revisions of a static page, each to look at and to restore. */
export function PageHistoryPage() {
  const { id = '' } = useParams();
  const address = useListAddress();
  const list = useQuery(pageRevisionsQuery(id, address.page));
  const failure = useFailure(list.error, 'Failed to fetch the history');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const revisions = list.data?.revisions ?? [];
  const version = list.data?.version ?? 0;
  const present = revisions.find(({ isCurrent }) => isCurrent);

  function close() {
    setChosen(null);
  }

  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('History', address.page)}>History</PageTitle>
        <Link to={pagePaths.edit(id)} className="button">
          <ArrowLeft aria-hidden />
          Back to the page
        </Link>
      </div>
      {present && <p className="panel-lead">{present.title}</p>}
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ManagedList
        list={list}
        shown={revisions.length}
        address={address}
        units={['version', 'versions']}
        emptyIcon={History}
      >
        <PageVersions
          revisions={revisions}
          onView={(revision) => {
            setChosen({ action: 'view', revision });
          }}
          onRestore={(revision) => {
            setChosen({ action: 'restore', revision });
          }}
        />
      </ManagedList>
      {chosen?.action === 'view' && (
        <VersionView pageId={id} revision={chosen.revision} onClose={close} />
      )}
      {chosen?.action === 'restore' && (
        <RestoreVersion
          pageId={id}
          revision={chosen.revision}
          present={version}
          failure={failure}
          onClose={close}
        />
      )}
    </div>
  );
}
