import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { ConfirmedDownload } from '../../../features/security/confirmed-download';
import { exportSite, siteSettingsQuery } from '../../../features/site-settings/api';
import { MailSection } from '../../../features/site-settings/mail-section';
import { SiteForm } from '../../../features/site-settings/site-form';
import { SiteSection } from '../../../features/site-settings/site-section';
import { messageFor } from '../../../shared/api/errors';
import { useAdmin } from '../../../shared/session/admin-session';
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
          <Export />
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

/** The way out: everything that was written here, for another site or another program. */
function Export() {
  const admin = useAdmin()?.account;
  return (
    admin && (
      <SiteSection
        title="Export"
        lead="All posts, pages, comments, pictures, redirects and settings as a zip archive that people and other programs can read, and that another site of this kind can import. Mail addresses and passwords stay here."
      >
        <div className="site-mail-acts">
          <ConfirmedDownload
            account={{ kind: 'admin', email: admin.email }}
            buttonText="Export the site"
            title="Export the whole site?"
            description="The archive holds drafts and comments that nobody but the team can see. It can take some minutes."
            name="site.zip"
            load={exportSite}
          />
        </div>
      </SiteSection>
    )
  );
}
