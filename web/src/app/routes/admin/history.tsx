import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, History } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';

import {
  CHOICES_MAX,
  REVISIONS_PAGE,
  nameRevision,
  revisionsQuery,
} from '../../../features/editor/revisions/api';
import { ChosenVersions } from '../../../features/editor/revisions/chosen-versions';
import { RestoreRevision } from '../../../features/editor/revisions/restore-revision';
import { RevisionTable } from '../../../features/editor/revisions/revision-table';
import '../../../features/editor/revisions/revisions.css';
import { hasCode } from '../../../shared/api/errors';
import { queryKey } from '../../../shared/api/query-key';
import type { Revision } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { ManagedList } from '../../../shared/ui/managed-list';
import { NoPermission } from '../../../shared/ui/no-permission';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

/** The revisions of a post: the list of them, or two that are compared. */
export function HistoryPage() {
  const { id = '' } = useParams();
  const client = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const address = useListAddress();
  const list = useQuery(revisionsQuery(id, { page: address.page, limit: REVISIONS_PAGE }));
  const all = useQuery(revisionsQuery(id, { page: 1, limit: CHOICES_MAX }));
  const failure = useFailure(list.error, 'Failed to fetch the history');
  const [restoring, setRestoring] = useState<Revision | null>(null);
  const revisions = list.data?.revisions ?? [];
  const choices = all.data?.revisions ?? [];
  const present = [...choices, ...revisions].find(({ isCurrent }) => isCurrent);
  const from = numberIn(search.get('from'));
  const to = numberIn(search.get('to')) ?? present?.number ?? null;
  const chosen = from !== null && to !== null ? { from, to } : null;

  async function rename({ number }: Revision, name: string) {
    try {
      await nameRevision(id, number, name);
      return true;
    } catch (error) {
      failure.show(error, `Failed to rename version ${number}`);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: queryKey('admin', 'revisions', id) });
    }
  }

  if (hasCode(list.error, 'role_not_allowed') && !list.data) {
    return (
      <NoPermission>
        Somebody else wrote this post. Besides them, only editors and administrators can see its
        history.
      </NoPermission>
    );
  }
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('History', address.page)}>History</PageTitle>
        <Link to={paths.adminEditPost(id)} className="button">
          <ArrowLeft aria-hidden />
          Back to the post
        </Link>
      </div>
      {present && <p className="panel-lead">{present.title}</p>}
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      {chosen ? (
        <ChosenVersions
          postId={id}
          revisions={choices}
          from={chosen.from}
          to={chosen.to}
          onChoose={(earlier, later) => {
            setSearch({ from: String(earlier), to: String(later) }, { replace: true });
          }}
          onRestore={setRestoring}
        />
      ) : (
        <ManagedList
          list={list}
          shown={revisions.length}
          address={address}
          units={['version', 'versions']}
          emptyIcon={History}
          emptyTitle="No versions yet: the next save makes the first one"
        >
          <RevisionTable
            postId={id}
            revisions={revisions}
            present={present?.number ?? 0}
            onRename={rename}
            onRestore={setRestoring}
          />
        </ManagedList>
      )}
      {restoring && present && (
        <RestoreRevision
          postId={id}
          revision={restoring}
          present={present.number}
          failure={failure}
          onRestored={() => {
            setSearch({});
          }}
          onClose={() => {
            setRestoring(null);
          }}
        />
      )}
    </div>
  );
}

/** Returns the number of a revision in the address; null if there is none. */
function numberIn(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/u.test(text) ? Number(text) : null;
}
