import type { ManagedUser, ReportReason } from '../api/types';
import { TimeStamp } from './time-stamp';

type Props = { of: Pick<ManagedUser, 'reportCount' | 'reports'>; className: string };

const REASONS: Readonly<Record<string, string>> = {
  spam: 'Spam',
  abuse: 'Abuse',
  offtopic: 'Off topic',
  other: 'Other',
} satisfies Record<ReportReason, string>;

/** The newest open reports of a comment or a reader, and how many more there are. */
export function OpenReports({ of: { reportCount, reports }, className }: Props) {
  const others = reportCount - reports.length;
  return (
    <ul className={className} aria-label="Open reports">
      {reports.map(({ reason, note, at, user }) => (
        <li key={`${user.id} ${at}`}>
          <strong>{REASONS[reason] ?? reason}</strong>
          {note !== '' && <> “{note}”</>} by {user.name}, <TimeStamp time={at} form="ago" />
        </li>
      ))}
      {others > 0 && <li>and {others} more</li>}
    </ul>
  );
}
