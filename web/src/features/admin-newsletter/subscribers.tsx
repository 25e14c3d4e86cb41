import { Mails } from 'lucide-react';
import { useState } from 'react';

import type { Subscriber } from '../../shared/api/types';
import { type FetchedList, ManagedList } from '../../shared/ui/managed-list';
import type { Failure } from '../../shared/ui/use-failure';
import type { ListAddress } from '../../shared/use-list-address';
import { RemoveSubscriber } from './remove-subscriber';
import { SubscribersTable } from './subscribers-table';

type Props = {
  list: FetchedList;
  subscribers: readonly Subscriber[];
  address: ListAddress<string>;
  failure: Failure;
};

/** Those who get the newsletter or asked for it. */
export function Subscribers({ list, subscribers, address, failure }: Props) {
  const [removed, setRemoved] = useState<Subscriber | null>(null);
  return (
    <>
      <ManagedList
        list={list}
        shown={subscribers.length}
        address={address}
        units={['subscriber', 'subscribers']}
        emptyIcon={Mails}
        emptyTitle="Nobody has subscribed yet"
      >
        <SubscribersTable subscribers={subscribers} onRemove={setRemoved} />
      </ManagedList>
      {removed && (
        <RemoveSubscriber
          subscriber={removed}
          failure={failure}
          onRemoved={() => {
            if (subscribers.length === 1 && address.page > 1) {
              address.goTo(address.page - 1);
            }
          }}
          onClose={() => {
            setRemoved(null);
          }}
        />
      )}
    </>
  );
}
