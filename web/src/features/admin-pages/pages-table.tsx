import { ExternalLink, History, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';

import type { ManagedStaticPage } from '../../shared/api/types';
import { pagePaths } from '../../shared/static-pages/paths';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';

type Props = {
  pages: readonly ManagedStaticPage[];
  onDelete: (page: ManagedStaticPage) => void;
};

const FACTS: readonly Column<ManagedStaticPage>[] = [
  {
    title: 'Title',
    cellClassName: 'cell-main',
    cell: ({ _id: id, title, path }) => (
      <>
        <Link to={pagePaths.edit(id)} className="row-title">
          {title}
        </Link>
        <span className="row-note">{path}</span>
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status }) =>
      status === 'published' ? (
        <span className="status" data-tone="good">
          Published
        </span>
      ) : (
        <span className="status" data-tone="quiet">
          Draft
        </span>
      ),
  },
  {
    title: 'Changed',
    cellClassName: 'cell-quiet',
    cell: ({ updatedAt }) => <TimeStamp time={updatedAt} form="moment" />,
  },
];

/** The static pages; cards on phones. */
export function PagesTable({ pages, onDelete }: Props) {
  const columns: Column<ManagedStaticPage>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (page) => <PageActions page={page} onDelete={onDelete} />,
    },
  ];
  return <PanelTable columns={columns} items={pages} />;
}

type ActionProps = Pick<Props, 'onDelete'> & { page: ManagedStaticPage };

function PageActions({ page, onDelete }: ActionProps) {
  const { _id: id, title, path, status } = page;
  return (
    <div className="row-actions">
      {status === 'published' && (
        <a href={path} className="row-action" aria-label={`View ${title}`} title="View">
          <ExternalLink aria-hidden />
        </a>
      )}
      <Link
        to={pagePaths.history(id)}
        className="row-action"
        aria-label={`History of ${title}`}
        title="History"
      >
        <History aria-hidden />
      </Link>
      <Link
        to={pagePaths.edit(id)}
        className="row-action"
        aria-label={`Edit ${title}`}
        title="Edit"
      >
        <Pencil aria-hidden />
      </Link>
      <button
        type="button"
        className="row-action row-danger"
        aria-label={`Delete ${title}`}
        title="Delete"
        onClick={() => {
          onDelete(page);
        }}
      >
        <Trash2 aria-hidden />
      </button>
    </div>
  );
}
