import { useSearchParams } from 'react-router';

import { Tabs } from '../../shared/ui/tabs';
import type { Queue } from './moderation';

const TABS: readonly { queue: Queue | undefined; label: string; total?: keyof Totals }[] = [
  { queue: undefined, label: 'All', total: 'all' },
  { queue: 'held', label: 'Held', total: 'held' },
  { queue: 'reported', label: 'Reported', total: 'reported' },
  { queue: 'removed', label: 'Removed' },
];

type Totals = { all: number; held: number; reported: number };

type Props = {
  queue: Queue | undefined;
  /** Undefined while loading. */
  totals: Totals | undefined;
};

/** The queues, with the numbers of comments to be decided. Each has an address, which keeps the other filters. */
export function QueueTabs({ queue: present, totals }: Props) {
  const [address] = useSearchParams();
  return (
    <Tabs
      label="Queues"
      tabs={TABS.map(({ queue, label, total }) => ({
        label,
        to: addressOf(address, queue),
        isPresent: queue === present,
        count: total && totals?.[total],
      }))}
    />
  );
}

function addressOf(address: URLSearchParams, queue: Queue | undefined): string {
  const next = new URLSearchParams(address);
  next.delete('page');
  next.delete('status');
  if (queue) {
    next.set('status', queue);
  }
  const query = next.toString();
  return query === '' ? '.' : `?${query}`;
}
