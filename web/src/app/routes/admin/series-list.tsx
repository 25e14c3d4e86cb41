import { useQuery } from '@tanstack/react-query';
import { Library, Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { managedSeriesQuery } from '../../../features/admin-series/api';
import { DeleteSeries } from '../../../features/admin-series/delete-series';
import { SeriesDialog } from '../../../features/admin-series/series-dialog';
import { SeriesTable } from '../../../features/admin-series/series-table';
import type { Series } from '../../../shared/api/types';
import { adminOneSeries } from '../../../shared/collection-paths';
import { usePermissions } from '../../../shared/session/permissions';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

/** The series that the member of the staff manages: their own ones, or all. */
export function SeriesListPage() {
  const address = useListAddress();
  const navigate = useNavigate();
  const { canEditAllPosts } = usePermissions();
  const list = useQuery(managedSeriesQuery(address.page));
  const failure = useFailure(list.error, 'Failed to fetch the series');
  const [isNew, setNew] = useState(false);
  const [deleting, setDeleting] = useState<Series | null>(null);
  const series = list.data?.series ?? [];
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('Series', address.page)}>Series</PageTitle>
        <button
          type="button"
          className="button button-primary"
          onClick={() => {
            setNew(true);
          }}
        >
          <Plus aria-hidden />
          New Series
        </button>
      </div>
      <p className="panel-lead">
        {canEditAllPosts
          ? 'Posts that are read one after the other, of all authors.'
          : 'Your posts that are read one after the other.'}
      </p>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ManagedList
        list={list}
        shown={series.length}
        address={address}
        units={['series', 'series']}
        emptyIcon={Library}
        emptyTitle="No series yet"
      >
        <SeriesTable series={series} onDelete={setDeleting} />
      </ManagedList>
      {isNew && (
        <SeriesDialog
          series={null}
          onSaved={({ _id: id }) => void navigate(adminOneSeries(id))}
          onClose={() => {
            setNew(false);
          }}
        />
      )}
      {deleting && (
        <DeleteSeries
          series={deleting}
          failure={failure}
          onDeleted={() => {
            if (series.length === 1 && address.page > 1) {
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
