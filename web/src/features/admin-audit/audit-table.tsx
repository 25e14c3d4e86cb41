import { ListFilter } from 'lucide-react';
import { Link } from 'react-router';

import type { AuditEntry, TeamMember } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { pagePaths } from '../../shared/static-pages/paths';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { capitalized, changeText, detailText, isTime, targetText } from './audit-texts';
import './admin-audit.css';

type Props = {
  entries: readonly AuditEntry[];
  members: readonly TeamMember[];
  /** Shows only the changes of one thing. */
  onTarget: (target: string) => void;
};

const FACTS: readonly Column<AuditEntry>[] = [
  { title: 'Who', className: 'audit-who', cell: (entry) => <Actor entry={entry} /> },
  { title: 'Of', className: 'audit-of', cell: (entry) => <Target entry={entry} /> },
  {
    title: 'When',
    cellClassName: 'cell-quiet audit-when',
    cell: ({ at }) => <TimeStamp time={at} form="moment" />,
  },
];

/** The rows of the audit log; cards on phones. */
export function AuditTable({ entries, members, onTarget }: Props) {
  const columns: Column<AuditEntry>[] = [
    {
      title: 'Change',
      className: 'audit-change',
      cellClassName: 'cell-main',
      cell: ({ action, detail }) => (
        <>
          <span className="row-title">{capitalized(changeText(action))}</span>
          {detail !== '' && (
            <span className="row-note">
              {isTime(detail) ? (
                <TimeStamp time={detail} form="moment" />
              ) : (
                detailText(detail, members)
              )}
            </span>
          )}
        </>
      ),
    },
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: ({ target, targetName }) =>
        target !== null && (
          <div className="row-actions">
            <button
              type="button"
              className="row-action"
              aria-label={`Show only changes of ${targetName ?? target}`}
              title="Only this one"
              onClick={() => {
                onTarget(target);
              }}
            >
              <ListFilter aria-hidden />
            </button>
          </div>
        ),
    },
  ];
  return <PanelTable columns={columns} items={entries} />;
}

function Actor({ entry: { actor, apiKey } }: { entry: AuditEntry }) {
  if (actor === null) {
    return <span className="row-note">Command line or site</span>;
  }
  return (
    <>
      <span>{actor.username ?? 'A former member'}</span>
      {apiKey && (
        <span className="row-note">
          {apiKey.name === null ? 'by a revoked key' : `by the key “${apiKey.name}”`}
        </span>
      )}
    </>
  );
}

function Target({ entry: { action, target, targetName } }: { entry: AuditEntry }) {
  if (target === null) {
    return null;
  }
  const [area = ''] = action.split('.');
  const text = targetText(area, target, targetName);
  if (targetName === null) {
    return <span className="row-note">{text}</span>;
  }
  const place = placeOf(area, target);
  return place === null ? <span>{text}</span> : <Link to={place}>{text}</Link>;
}

/** Returns the page of something that is there. */
function placeOf(area: string, target: string): string | null {
  switch (area) {
    case 'post':
      return paths.adminEditPost(target);
    case 'static_page':
      return pagePaths.edit(target);
    case 'reader':
      return paths.profile(target);
    default:
      return null;
  }
}
