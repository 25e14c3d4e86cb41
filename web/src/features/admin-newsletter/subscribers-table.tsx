import type { Subscriber } from '../../shared/api/types';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';

const HOWS: Readonly<Record<string, string>> = {
  each: 'Each post',
  daily: 'Daily',
  weekly: 'Weekly',
};

const FACTS: readonly Column<Subscriber>[] = [
  {
    title: 'Email',
    cellClassName: 'cell-main',
    cell: ({ email, createdAt }) => (
      <>
        <span className="row-title">{email}</span>
        <span className="row-note">
          Asked for it <TimeStamp time={createdAt} form="ago" />
        </span>
      </>
    ),
  },
  { title: 'How often', cellClassName: 'cell-quiet', cell: ({ how }) => HOWS[how] ?? how },
  {
    title: 'State',
    cellClassName: 'cell-quiet',
    cell: ({ confirmedAt }) =>
      confirmedAt === null ? (
        <span className="status">Not confirmed</span>
      ) : (
        <span className="status" data-tone="good">
          Confirmed
        </span>
      ),
  },
];

type Props = { subscribers: readonly Subscriber[]; onRemove: (subscriber: Subscriber) => void };

export function SubscribersTable({ subscribers, onRemove }: Props) {
  const columns: Column<Subscriber & { _id: string }>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (subscriber) => (
        <div className="row-actions">
          <button
            type="button"
            className="button row-button button-danger"
            aria-label={`Remove ${subscriber.email}`}
            onClick={() => {
              onRemove(subscriber);
            }}
          >
            Remove
          </button>
        </div>
      ),
    },
  ];
  return (
    <PanelTable
      columns={columns}
      items={subscribers.map((subscriber) => ({ ...subscriber, _id: subscriber.id }))}
    />
  );
}
