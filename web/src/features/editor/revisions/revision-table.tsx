import { GitCompareArrows, Pencil, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router';

import type { Revision } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { type Column, PanelTable } from '../../../shared/ui/panel-table';
import { TimeStamp } from '../../../shared/ui/time-stamp';
import { RevisionName } from './revision-name';
import { reasonOf, versionOf } from './revision-texts';

type Props = {
  postId: string;
  revisions: readonly Revision[];
  /** The number of the present revision. */
  present: number;
  /** Renames a revision; returns whether that succeeded. */
  onRename: (revision: Revision, name: string) => Promise<boolean>;
  onRestore: (revision: Revision) => void;
};

type Row = Revision & { _id: string };

const FACTS: readonly Column<Row>[] = [
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

/** The revisions of a post; cards on phones. */
export function RevisionTable({ revisions, ...props }: Props) {
  const columns: Column<Row>[] = [
    {
      title: 'Version',
      cellClassName: 'cell-main',
      cell: (revision) => <Version revision={revision} onRename={props.onRename} />,
    },
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions revision-actions',
      cell: (revision) => <RevisionActions revision={revision} {...props} />,
    },
  ];
  const items = revisions.map((revision) => ({ ...revision, _id: String(revision.number) }));
  return <PanelTable columns={columns} items={items} />;
}

type VersionProps = { revision: Revision } & Pick<Props, 'onRename'>;

function Version({ revision, onRename }: VersionProps) {
  const { number, isCurrent, reason } = revision;
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);

  function close() {
    setRenaming(false);
    requestAnimationFrame(() => rename.current?.focus());
  }

  return (
    <div className="revision">
      <span className="revision-line">
        <span className="row-title">{versionOf(revision)}</span>
        {isCurrent && (
          <span className="status" data-tone="good">
            Present
          </span>
        )}
        {reason === 'conflict' && <span className="status">Conflict</span>}
        {!isRenaming && (
          <button
            ref={rename}
            type="button"
            className="row-action revision-rename"
            aria-label={`Rename version ${number}`}
            title="Rename"
            onClick={() => {
              setRenaming(true);
            }}
          >
            <Pencil aria-hidden />
          </button>
        )}
      </span>
      {isRenaming ? (
        <RevisionName
          revision={revision}
          onClose={close}
          onRename={(name) => onRename(revision, name)}
        />
      ) : (
        <span className="row-note">{reasonOf(revision)}</span>
      )}
    </div>
  );
}

type ActionProps = { revision: Revision } & Pick<Props, 'postId' | 'present' | 'onRestore'>;

function RevisionActions({ revision, postId, present, onRestore }: ActionProps) {
  const { number, isCurrent } = revision;
  return isCurrent ? null : (
    <div className="row-actions">
      <Link
        to={paths.adminHistory(postId, { from: String(number), to: String(present) })}
        className="button row-button"
        aria-label={`Compare version ${number} with the present one`}
      >
        <GitCompareArrows aria-hidden />
        Compare
      </Link>
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
    </div>
  );
}
