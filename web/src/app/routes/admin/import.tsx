import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';

import { importsQuery } from '../../../features/admin-imports/api';
import { CurrentImport } from '../../../features/admin-imports/current-import';
import { DeleteImport } from '../../../features/admin-imports/delete-import';
import { ImportResult } from '../../../features/admin-imports/import-result';
import { announcement, isOver } from '../../../features/admin-imports/import-texts';
import { ImportsTable } from '../../../features/admin-imports/imports-table';
import { UploadForm } from '../../../features/admin-imports/upload-form';
import { Uploading, uploadAnnouncement } from '../../../features/admin-imports/uploading';
import { useEntriesAddress } from '../../../features/admin-imports/use-entries-address';
import { useStageFocus } from '../../../features/admin-imports/use-stage-focus';
import { useUpload } from '../../../features/admin-imports/use-upload';
import { invalidateAfter } from '../../../shared/api/invalidation';
import type { Import } from '../../../shared/api/types';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { LoadingRows } from '../../../shared/ui/loading-rows';
import { ManagedList } from '../../../shared/ui/managed-list';
import { PageTitle, focusPageTitle } from '../../../shared/ui/page-title';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

/** Moving in from another system: upload, check, preview, import. */
export function ImportPage() {
  const address = useListAddress();
  // The one that is under way is the latest.
  const first = useQuery(importsQuery(1));
  const list = useQuery(importsQuery(address.page));
  const failure = useFailure(first.error ?? list.error, 'Failed to fetch the imports');
  const upload = useUpload(failure);
  const entries = useEntriesAddress();
  const [deleting, setDeleting] = useState<Import | null>(null);
  const latest = first.data?.imports ?? [];
  const current = latest.find((item) => !isOver(item));
  const ended = useShownImport(current, [...latest, ...(list.data?.imports ?? [])]);
  const over = (list.data?.imports ?? []).filter(isOver);
  const isKnown = first.data !== undefined;
  const stage = upload.sending ? 'sending' : (current ?? ended.shown)?.state;
  useStageFocus(isKnown ? (stage ?? 'choice') : null);
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title="Import">Import</PageTitle>
      </div>
      <p className="panel-lead">
        Bring posts, pages, comments and pictures from another system. You see what would come
        before anything is imported.
      </p>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <p className="visually-hidden" role="status">
        {statusOf(upload.sending && uploadAnnouncement(upload.sending), current, ended.shown)}
      </p>
      {!isKnown && <NotYet isError={first.isError} onRetry={() => void first.refetch()} />}
      {current && !upload.sending && (
        <CurrentImport
          current={current}
          address={entries}
          failure={failure}
          onCancel={() => {
            setDeleting(current);
          }}
        />
      )}
      {upload.sending && <Uploading sending={upload.sending} onCancel={upload.cancel} />}
      {ended.shown && !current && !upload.sending && (
        <ImportResult
          shown={ended.shown}
          address={entries}
          failure={failure}
          onClose={() => {
            ended.close();
            focusPageTitle();
          }}
        />
      )}
      {isKnown && !current && !upload.sending && !ended.shown && (
        <UploadForm onStart={(kind, file) => void upload.start(kind, file)} />
      )}
      {(over.length > 0 || address.page > 1) && (
        <section className="import-earlier" aria-labelledby="earlier-imports">
          <h2 id="earlier-imports" className="import-subtitle">
            Earlier imports
          </h2>
          <ManagedList
            list={{
              data: withoutCurrent(list.data, current),
              isError: list.isError,
              isPlaceholderData: list.isPlaceholderData,
              refetch: () => list.refetch(),
            }}
            shown={over.length}
            address={address}
            units={['import', 'imports']}
            emptyIcon={PackageOpen}
            isPart
          >
            <ImportsTable imports={over} onShow={ended.show} onDelete={setDeleting} />
          </ManagedList>
        </section>
      )}
      {deleting && (
        <DeleteImport
          removed={deleting}
          failure={failure}
          onClose={() => {
            setDeleting(null);
          }}
        />
      )}
    </div>
  );
}

function NotYet({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  return isError ? (
    <div className="state">
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  ) : (
    <LoadingRows text="Loading imports..." rows={3} />
  );
}

/** Returns the number of imports of a list but for the one that is under way, which stands above it. */
function withoutCurrent(
  data: { total: number; totalPages: number } | undefined,
  current: Import | undefined,
) {
  return data && { totalPages: data.totalPages, total: data.total - (current ? 1 : 0) };
}

function statusOf(sending: string | null, current: Import | undefined, ended: Import | undefined) {
  const shown = current ?? ended;
  return sending ?? (shown === undefined ? '' : announcement(shown));
}

/**
 * The import that is over and whose end is shown: the one of the address, or the one that was under way while the page was
 * open.
 */
function useShownImport(current: Import | undefined, known: readonly Import[]) {
  const [address, setAddress] = useSearchParams();
  const client = useQueryClient();
  const [followed, setFollowed] = useState<string | null>(null);
  if (current && followed !== current._id) {
    setFollowed(current._id);
  }
  const id = followed ?? address.get('import');
  const shown = known.find((item) => item._id === id && isOver(item));
  const hasBrought = shown?._id === followed && shown.appliedAt !== null;
  useEffect(() => {
    if (hasBrought) {
      void invalidateAfter(client, 'imported');
    }
  }, [client, hasBrought]);

  function choose(chosen: string | null) {
    setFollowed(null);
    setAddress(chosen === null ? {} : { import: chosen }, { preventScrollReset: chosen === null });
  }

  return {
    shown,
    show: ({ _id }: Import) => {
      choose(_id);
    },
    close: () => {
      choose(null);
    },
  };
}
