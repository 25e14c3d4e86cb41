import { useQuery } from '@tanstack/react-query';
import { Plus, Signpost } from 'lucide-react';
import { useState } from 'react';

import { exportRedirects, redirectsQuery } from '../../../features/admin-redirects/api';
import { DeleteRedirect } from '../../../features/admin-redirects/delete-redirect';
import { type Import, ImportRedirects } from '../../../features/admin-redirects/import-redirects';
import { ImportResult } from '../../../features/admin-redirects/import-result';
import { RedirectDialog } from '../../../features/admin-redirects/redirect-dialog';
import { RedirectsTable } from '../../../features/admin-redirects/redirects-table';
import type { Redirect } from '../../../shared/api/types';
import { DownloadButton } from '../../../shared/ui/download-button';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { SearchField } from '../../../shared/ui/search-field';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

/** Where old addresses lead. */
export function RedirectsPage() {
  const address = useListAddress();
  const list = useQuery(redirectsQuery(address));
  const failure = useFailure(list.error, 'Failed to fetch the redirects');
  const [edited, setEdited] = useState<Redirect | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Redirect | null>(null);
  const [imported, setImported] = useState<Import | null>(null);
  const redirects = list.data?.redirects ?? [];
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('Redirects', address.page)}>Redirects</PageTitle>
        <div className="redirect-actions">
          <DownloadButton
            name="redirects.csv"
            load={exportRedirects}
            failure={failure}
            fallback="Failed to download the redirects"
          />
          <ImportRedirects failure={failure} onImported={setImported} />
          <button
            type="button"
            className="button button-primary"
            onClick={() => {
              setEdited('new');
            }}
          >
            <Plus aria-hidden />
            New Redirect
          </button>
        </div>
      </div>
      <p className="panel-lead">
        Where old addresses lead. A redirect is followed where this site has nothing. Import takes
        CSV with the columns path, target and status, and the redirects.yaml or redirects.json of
        Ghost.
      </p>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      {imported && (
        <ImportResult
          imported={imported}
          onClose={() => {
            setImported(null);
          }}
        />
      )}
      <div className="filters">
        <SearchField
          label="Search redirects"
          placeholder="Search redirects..."
          text={address.search}
          onSearch={(search) => {
            address.change({ search });
          }}
        />
      </div>
      <ManagedList
        list={list}
        shown={redirects.length}
        address={address}
        units={['redirect', 'redirects']}
        emptyIcon={Signpost}
        emptyTitle={address.search === '' ? 'No redirects yet' : 'No redirects found'}
      >
        <RedirectsTable redirects={redirects} onEdit={setEdited} onDelete={setDeleting} />
      </ManagedList>
      {edited && (
        <RedirectDialog
          redirect={edited === 'new' ? null : edited}
          onClose={() => {
            setEdited(null);
          }}
        />
      )}
      {deleting && (
        <DeleteRedirect
          redirect={deleting}
          failure={failure}
          onDeleted={() => {
            if (redirects.length === 1 && address.page > 1) {
              address.goTo(address.page - 1);
            }
          }}
          onClose={() => {
            setDeleting(null);
          }}
        />
      )}
    </div>
  );
}
