import { useSearchParams } from 'react-router';

import { Webhooks } from '../../../features/admin-webhooks/webhooks';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useListAddress } from '../../../shared/use-list-address';

/** The programs that the site tells of events. The address says whose deliveries are shown. */
export function WebhooksPage() {
  const webhooks = useListAddress();
  const deliveries = useListAddress([], 'deliveries');
  const [address] = useSearchParams();
  return (
    <div className="page webhooks">
      <div className="panel-head">
        <PageTitle title={numberedTitle('Webhooks', webhooks.page)}>Webhooks</PageTitle>
      </div>
      <p className="panel-lead">
        Addresses of other programs that the site calls when something happens.
      </p>
      <Webhooks address={webhooks} shownId={address.get('webhook')} deliveries={deliveries} />
    </div>
  );
}
