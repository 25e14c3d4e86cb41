import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Webhook, WebhookDelivery } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { toast } from '../../shared/toast';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { ManagedList } from '../../shared/ui/managed-list';
import { focusPageTitle } from '../../shared/ui/page-title';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { type Failure, useFailure } from '../../shared/ui/use-failure';
import type { ListAddress } from '../../shared/use-list-address';
import { deliveriesQuery, sendAgain } from './api';
import { EVENT_LABELS } from './events';

type Props = { webhook: Webhook; address: ListAddress<string> };

/** The last deliveries of a webhook. */
export function Deliveries({ webhook, address }: Props) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const list = useQuery(deliveriesQuery(webhook._id, address.page));
  const failure = useFailure(list.error, 'Failed to fetch the deliveries');
  const deliveries = list.data?.deliveries ?? [];

  // They appear above the link that asks for them.
  useEffect(() => {
    title.current?.focus();
  }, []);

  return (
    <section className="webhook-deliveries" aria-labelledby={id}>
      <h2 ref={title} id={id} tabIndex={-1} className="webhook-title">
        Deliveries
      </h2>
      <p className="panel-note">
        To {webhook.url}.{' '}
        <Link to={paths.adminWebhooks} onClick={focusPageTitle}>
          Close
        </Link>
      </p>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ManagedList
        list={list}
        shown={deliveries.length}
        address={address}
        units={['delivery', 'deliveries']}
        emptyIcon={Send}
        emptyTitle="Nothing has happened yet that it is told of"
        skeletons={3}
        isPart
      >
        <DeliveriesTable deliveries={deliveries} failure={failure} />
      </ManagedList>
    </section>
  );
}

const FACTS: readonly Column<WebhookDelivery>[] = [
  {
    title: 'Event',
    cellClassName: 'cell-main',
    cell: ({ event, eventId, at }) => (
      <>
        <span className="row-title">{EVENT_LABELS[event] ?? event}</span>
        <span className="row-note">
          <TimeStamp time={at} form="ago" />, <code>{eventId}</code>
        </span>
      </>
    ),
  },
  { title: 'State', cellClassName: 'cell-quiet', cell: (delivery) => <State {...delivery} /> },
  {
    title: 'Calls',
    cellClassName: 'cell-quiet',
    cell: ({ tries }) => (
      <>
        {tries}
        <span className="on-cards"> {tries === 1 ? 'call' : 'calls'}</span>
      </>
    ),
  },
];

function State({ state, status, error, nextTryAt }: WebhookDelivery) {
  if (state === 'delivered') {
    return (
      <span className="status" data-tone="good">
        Delivered{status !== null && `, ${status}`}
      </span>
    );
  }
  return (
    <>
      <span className="status">{state === 'failed' ? 'Failed' : 'Waiting'}</span>
      {error !== null && <span className="row-note">{error}</span>}
      {error !== null && nextTryAt !== null && (
        <span className="row-note">
          Again <TimeStamp time={nextTryAt} />
        </span>
      )}
    </>
  );
}

type TableProps = { deliveries: readonly WebhookDelivery[]; failure: Failure };

function DeliveriesTable({ deliveries, failure }: TableProps) {
  const client = useQueryClient();
  const [sending, setSending] = useState<string | null>(null);

  async function send(id: string) {
    if (sending !== null) {
      return;
    }
    setSending(id);
    try {
      const { message } = await sendAgain(id);
      toast.success(message);
    } catch (error) {
      failure.show(error, 'Failed to send the event again');
    } finally {
      setSending(null);
      void invalidateAfter(client, 'webhook');
    }
  }

  const columns: Column<WebhookDelivery>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: ({ _id, event, eventId }) => (
        <div className="row-actions">
          <button
            type="button"
            className="button row-button"
            aria-label={`Send again: ${EVENT_LABELS[event] ?? event}, ${eventId}`}
            aria-disabled={sending !== null || undefined}
            onClick={() => void send(_id)}
          >
            Send again
          </button>
        </div>
      ),
    },
  ];
  return <PanelTable columns={columns} items={deliveries} />;
}
