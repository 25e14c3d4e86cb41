import { ListChecks, Trash2 } from 'lucide-react';

import type { Import } from '../../shared/api/types';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';
import './admin-imports.css';
import { newThings, sentence, stateText } from './import-texts';
import { systemLabel } from './systems';

type Actions = { onShow: (shown: Import) => void; onDelete: (removed: Import) => void };

const FACTS: readonly Column<Import>[] = [
  {
    title: 'Export',
    cellClassName: 'cell-main',
    cell: ({ fileName, kind, createdBy }) => (
      <>
        <span className="row-title">{fileName}</span>
        <span className="row-note">
          {systemLabel(kind)}
          {createdBy !== null && `, by ${createdBy}`}
        </span>
      </>
    ),
  },
  {
    title: 'Result',
    cell: ({ state, totals, error, appliedAt }) => (
      <>
        <span className="status" data-tone={state === 'done' ? 'good' : 'danger'}>
          {stateText(state)}
        </span>
        <span className="row-note">
          {error === null || appliedAt !== null
            ? sentence(newThings(totals) || 'Nothing new')
            : sentence(error)}
        </span>
      </>
    ),
  },
  {
    title: 'When',
    cellClassName: 'cell-quiet',
    cell: ({ changedAt }) => <TimeStamp time={changedAt} form="ago" />,
  },
];

/** The imports that are over; cards on phones. */
export function ImportsTable({
  imports,
  onShow,
  onDelete,
}: { imports: readonly Import[] } & Actions) {
  const columns: Column<Import>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (item) => (
        <div className="row-actions">
          <button
            type="button"
            className="row-action"
            aria-label={`Show the report of ${item.fileName}`}
            title="Report"
            onClick={() => {
              onShow(item);
            }}
          >
            <ListChecks aria-hidden />
          </button>
          <button
            type="button"
            className="row-action row-danger"
            aria-label={`Delete ${item.fileName}`}
            title="Delete"
            onClick={() => {
              onDelete(item);
            }}
          >
            <Trash2 aria-hidden />
          </button>
        </div>
      ),
    },
  ];
  return <PanelTable columns={columns} items={imports} />;
}
