import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { siteSettingsQuery } from '../../../features/site-settings/api';
import { MailSection } from '../../../features/site-settings/mail-section';
import { SiteForm } from '../../../features/site-settings/site-form';
import { messageFor } from '../../../shared/api/errors';
import { ErrorState } from '../../../shared/ui/failure-states';
import { LoadingRows } from '../../../shared/ui/loading-rows';
import { PageTitle } from '../../../shared/ui/page-title';

const SKELETONS = 5;

/** The settings of the site: its name, its colours, its links and its announcement. */
export function SitePage() {
  const { data, error, refetch } = useQuery(siteSettingsQuery());
  const [isMailUnsaved, setMailUnsaved] = useState(false);
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title="Site">Site</PageTitle>
      </div>
      <p className="panel-lead">What the site is called, how it looks, and what it links to.</p>
      {data && (
        <div className="site-forms">
          <SiteForm settings={data} isMailUnsaved={isMailUnsaved} />
          <MailSection onUnsaved={setMailUnsaved} />
        </div>
      )}
      {!data && error && (
        <ErrorState
          message={messageFor(error, 'Failed to fetch the settings')}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <LoadingRows text="Loading the settings..." rows={SKELETONS} />}
    </div>
  );
}
