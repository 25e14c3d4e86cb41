import { Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';

import type { Series } from '../../shared/api/types';
import { adminOneSeries, seriesPath } from '../../shared/collection-paths';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';

type Actions = { onDelete: (series: Series) => void };

const FACTS: readonly Column<Series>[] = [
  {
    title: 'Series',
    cellClassName: 'cell-main',
    cell: ({ _id: id, title, slug }) => (
      <>
        <Link to={adminOneSeries(id)} className="row-title">
          {title}
        </Link>
        <span className="row-note">{seriesPath(slug)}</span>
      </>
    ),
  },
  {
    title: 'Published posts',
    cell: ({ postCount }) => (
      <>
        {postCount.toLocaleString()}
        <span className="on-cards"> published</span>
      </>
    ),
  },
  { title: 'By', cellClassName: 'cell-quiet', cell: ({ author }) => author.username },
  {
    title: 'Changed',
    cellClassName: 'cell-quiet',
    cell: ({ updatedAt }) => <TimeStamp time={updatedAt} form="ago" />,
  },
];

/** The series; cards on phones. */
export function SeriesTable({ series, onDelete }: { series: readonly Series[] } & Actions) {
  const columns: Column<Series>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (one) => (
        <div className="row-actions">
          <Link
            to={adminOneSeries(one._id)}
            className="row-action"
            aria-label={`Edit ${one.title}`}
            title="Edit"
          >
            <Pencil aria-hidden />
          </Link>
          <button
            type="button"
            className="row-action row-danger"
            aria-label={`Delete ${one.title}`}
            title="Delete"
            onClick={() => {
              onDelete(one);
            }}
          >
            <Trash2 aria-hidden />
          </button>
        </div>
      ),
    },
  ];
  return <PanelTable columns={columns} items={series} />;
}
