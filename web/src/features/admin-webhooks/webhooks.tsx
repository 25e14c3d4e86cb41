import { useQuery } from '@tanstack/react-query';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';

import type { Webhook } from '../../shared/api/types';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { ManagedList } from '../../shared/ui/managed-list';
import { ShownOnce } from '../../shared/ui/shown-once';
import { useFailure } from '../../shared/ui/use-failure';
import type { ListAddress } from '../../shared/use-list-address';
import './admin-webhooks.css';
import { webhooksQuery } from './api';
import { DeleteWebhook } from './delete-webhook';
import { Deliveries } from './deliveries';
import { WebhookForm } from './webhook-form';
import { WebhooksTable } from './webhooks-table';

type Props = {
  address: ListAddress<string>;
  /** The webhook whose deliveries are shown. */
  shownId: string | null;
  deliveries: ListAddress<string>;
};

/** The webhooks of the site with the deliveries of one of them, and the form for another one. */
export function Webhooks({ address, shownId, deliveries }: Props) {
  const list = useQuery(webhooksQuery(address.page));
  const failure = useFailure(list.error, 'Failed to fetch the webhooks');
  const [key, setKey] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<Webhook | null>(null);
  const webhooks = list.data?.webhooks ?? [];
  const shown = webhooks.find(({ _id }) => _id === shownId);

  return (
    <>
      {shown && <Deliveries key={shown._id} webhook={shown} address={deliveries} />}
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ManagedList
        list={list}
        shown={webhooks.length}
        address={address}
        units={['webhook', 'webhooks']}
        emptyIcon={WebhookIcon}
        emptyTitle="No webhooks"
        skeletons={2}
      >
        <WebhooksTable webhooks={webhooks} failure={failure} onDelete={setDeleting} />
      </ManagedList>
      {key === null ? (
        <WebhookForm onMade={setKey} />
      ) : (
        <ShownOnce
          title="The key of the new webhook"
          heading="h2"
          text={key}
          onDone={() => {
            setKey(null);
          }}
        >
          It is shown only now. With it the receiver verifies the header{' '}
          <code>X-Blog-Signature</code>.
        </ShownOnce>
      )}
      {deleting && (
        <DeleteWebhook
          webhook={deleting}
          failure={failure}
          onDeleted={() => {
            if (webhooks.length === 1 && address.page > 1) {
              address.goTo(address.page - 1);
            }
          }}
          onClose={() => {
            setDeleting(null);
          }}
        />
      )}
    </>
  );
}
