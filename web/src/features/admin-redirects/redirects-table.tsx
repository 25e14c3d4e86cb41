import { Pencil, Trash2 } from 'lucide-react';

import type { Redirect } from '../../shared/api/types';
import { readable } from '../../shared/readable-address';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';
import './admin-redirects.css';
import { GONE, nameOf, sourceText, statusText } from './redirect-texts';

type Actions = {
  onEdit: (redirect: Redirect) => void;
  onDelete: (redirect: Redirect) => void;
};

const FACTS: readonly Column<Redirect>[] = [
  {
    title: 'Leads from',
    cellClassName: 'cell-main',
    cell: ({ path, target }) => (
      <>
        <span className="row-title">{readable(path)}</span>
        <span className="row-note">
          {target === null ? 'leads nowhere' : `to ${readable(target)}`}
        </span>
      </>
    ),
  },
  {
    title: 'Status',
    cell: ({ status }) => (
      <span className="status" data-tone={status === GONE ? undefined : 'good'}>
        {statusText(status)}
      </span>
    ),
  },
  {
    title: 'Source',
    cellClassName: 'cell-quiet',
    cell: ({ source }) => sourceText(source),
  },
  {
    title: 'Followed',
    cellClassName: 'cell-quiet',
    cell: ({ hits, lastAt }) => (
      <>
        <span className="on-cards">Followed </span>
        {timesText(hits)}
        {lastAt !== null && (
          <span className="row-note">
            last <TimeStamp time={lastAt} form="ago" />
          </span>
        )}
      </>
    ),
  },
];

function timesText(times: number): string {
  switch (times) {
    case 0:
      return 'never';
    case 1:
      return 'once';
    default:
      return `${times.toLocaleString()} times`;
  }
}

/** The redirects; cards on phones. */
export function RedirectsTable({
  redirects,
  ...actions
}: { redirects: readonly Redirect[] } & Actions) {
  const columns: Column<Redirect>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (redirect) => <RedirectActions redirect={redirect} {...actions} />,
    },
  ];
  return <PanelTable columns={columns} items={redirects} />;
}

function RedirectActions({ redirect, onEdit, onDelete }: { redirect: Redirect } & Actions) {
  const name = nameOf(redirect);
  return (
    <div className="row-actions">
      <button
        type="button"
        className="row-action"
        aria-label={`Edit ${name}`}
        title="Edit"
        onClick={() => {
          onEdit(redirect);
        }}
      >
        <Pencil aria-hidden />
      </button>
      <button
        type="button"
        className="row-action row-danger"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => {
          onDelete(redirect);
        }}
      >
        <Trash2 aria-hidden />
      </button>
    </div>
  );
}
