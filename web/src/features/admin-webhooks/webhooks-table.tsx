import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Webhook } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { toast } from '../../shared/toast';
import { type Column, PanelTable } from '../../shared/ui/panel-table';
import { TimeStamp } from '../../shared/ui/time-stamp';
import type { Failure } from '../../shared/ui/use-failure';
import { changeWebhook } from './api';
import { EVENT_LABELS } from './events';

const FACTS: readonly Column<Webhook>[] = [
  {
    title: 'Address',
    cellClassName: 'cell-main',
    cell: ({ url, createdAt }) => (
      <>
        <span className="row-title">{url}</span>
        <span className="row-note">
          Made <TimeStamp time={createdAt} form="ago" />
        </span>
      </>
    ),
  },
  {
    title: 'Is told of',
    cellClassName: 'cell-quiet',
    cell: ({ events }) => events.map((event) => EVENT_LABELS[event] ?? event).join(', '),
  },
  {
    title: 'State',
    cellClassName: 'cell-quiet',
    cell: ({ offAt, failures }) =>
      offAt === null ? (
        <span className="status" data-tone={failures === 0 ? 'good' : undefined}>
          {failures === 0 ? 'On' : `On, ${failures} failed in a row`}
        </span>
      ) : (
        <>
          <span className="status">Off</span> <TimeStamp time={offAt} form="ago" />
        </>
      ),
  },
];

type Props = {
  webhooks: readonly Webhook[];
  failure: Failure;
  onDelete: (webhook: Webhook) => void;
};

export function WebhooksTable({ webhooks, failure, onDelete }: Props) {
  const columns: Column<Webhook>[] = [
    ...FACTS,
    {
      title: 'Actions',
      className: 'cell-actions',
      cell: (webhook) => (
        <div className="row-actions">
          <Link
            className="button row-button"
            to={paths.adminDeliveries(webhook._id)}
            aria-label={`Deliveries to ${webhook.url}`}
          >
            Deliveries
          </Link>
          <Switch webhook={webhook} failure={failure} />
          <button
            type="button"
            className="button row-button button-danger"
            aria-label={`Delete ${webhook.url}`}
            onClick={() => {
              onDelete(webhook);
            }}
          >
            Delete
          </button>
        </div>
      ),
    },
  ];
  return <PanelTable columns={columns} items={webhooks} />;
}

function Switch({ webhook, failure }: { webhook: Webhook; failure: Failure }) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const { url, isOn } = webhook;

  async function change() {
    if (isBusy) {
      return;
    }
    setBusy(true);
    try {
      await changeWebhook(webhook._id, { isOn: !isOn });
      toast.success(isOn ? 'The webhook is off' : 'The webhook is on');
    } catch (error) {
      failure.show(error, 'Failed to switch the webhook');
    } finally {
      setBusy(false);
      void invalidateAfter(client, 'webhook');
    }
  }

  return (
    <button
      type="button"
      className="button row-button"
      aria-label={`Switch ${isOn ? 'off' : 'on'} ${url}`}
      aria-disabled={isBusy || undefined}
      onClick={() => void change()}
    >
      {isOn ? 'Switch off' : 'Switch on'}
    </button>
  );
}
