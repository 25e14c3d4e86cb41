import { Eye, Undo2 } from 'lucide-react';

import type { StaticPageRevision } from '../../../shared/api/types';
import { type Column, PanelTable } from '../../../shared/ui/panel-table';
import { TimeStamp } from '../../../shared/ui/time-stamp';
import { reasonOf } from '../revisions/revision-texts';

type Actions = {
  onView: (revision: StaticPageRevision) => void;
  onRestore: (revision: StaticPageRevision) => void;
};

type Row = StaticPageRevision & { _id: string };

const FACTS: readonly Column<Row>[] = [
  {
    title: 'Version',
    cellClassName: 'cell-main',
    cell: (revision) => <Version revision={revision} />,
  },
  {
    title: 'Saved',
    cellClassName: 'cell-quiet',
    cell: ({ createdAt }) => <TimeStamp time={createdAt} form="moment" />,
  },
  {
    title: 'By',
    cellClassName: 'cell-quiet',
    cell: ({ author }) => author?.username ?? '—',
  },
];

/** The revisions of a static page; cards on phones. */
export function PageVersions({
  revisions,
  ...actions
}: { revisions: readonly StaticPageRevision[] } & Actions) {
  const columns: Column<Row>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions revision-actions',
      cell: (revision) => <VersionActions revision={revision} {...actions} />,
    },
  ];
  const items = revisions.map((revision) => ({ ...revision, _id: String(revision.number) }));
  return <PanelTable columns={columns} items={items} />;
}

function Version({ revision }: { revision: StaticPageRevision }) {
  const { number, isCurrent, reason } = revision;
  return (
    <div className="revision">
      <span className="revision-line">
        <span className="row-title">Version {number}</span>
        {isCurrent && (
          <span className="status" data-tone="good">
            Present
          </span>
        )}
        {reason === 'conflict' && <span className="status">Conflict</span>}
      </span>
      <span className="row-note">{reasonOf(revision)}</span>
    </div>
  );
}

function VersionActions({
  revision,
  onView,
  onRestore,
}: { revision: StaticPageRevision } & Actions) {
  const { number, isCurrent } = revision;
  return (
    <div className="row-actions">
      <button
        type="button"
        className="button row-button"
        aria-label={`View version ${number}`}
        onClick={() => {
          onView(revision);
        }}
      >
        <Eye aria-hidden />
        View
      </button>
      {!isCurrent && (
        <button
          type="button"
          className="button row-button"
          aria-label={`Restore version ${number}`}
          onClick={() => {
            onRestore(revision);
          }}
        >
          <Undo2 aria-hidden />
          Restore
        </button>
      )}
    </div>
  );
}
