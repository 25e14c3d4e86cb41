import { useQuery } from '@tanstack/react-query';
import { FileText, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { managedPagesQuery } from '../../../features/admin-pages/api';
import { DeletePage } from '../../../features/admin-pages/delete-page';
import { PagesTable } from '../../../features/admin-pages/pages-table';
import type { ManagedStaticPage } from '../../../shared/api/types';
import { pagePaths } from '../../../shared/static-pages/paths';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

/** The static pages of the site, drafts too. */
export function PagesPage() {
  const address = useListAddress();
  const list = useQuery(managedPagesQuery(address.page));
  const failure = useFailure(list.error, 'Failed to fetch the pages');
  const [deleting, setDeleting] = useState<ManagedStaticPage | null>(null);
  const pages = list.data?.pages ?? [];
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('Pages', address.page)}>Pages</PageTitle>
        <Link to={pagePaths.create} className="button button-primary">
          <Plus aria-hidden />
          New Page
        </Link>
      </div>
      <p className="panel-lead">
        Texts of the site itself. The one with the address “about” is at /about. Administrators link
        them in the navigation or the footer.
      </p>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ManagedList
        list={list}
        shown={pages.length}
        address={address}
        units={['page', 'pages']}
        emptyIcon={FileText}
        emptyTitle="No pages yet"
      >
        <PagesTable pages={pages} onDelete={setDeleting} />
      </ManagedList>
      {deleting && (
        <DeletePage
          page={deleting}
          failure={failure}
          onDeleted={() => {
            if (pages.length === 1 && address.page > 1) {
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
