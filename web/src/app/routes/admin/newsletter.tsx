import { useQuery } from '@tanstack/react-query';

import { newsletterQuery } from '../../../features/admin-newsletter/api';
import { Subscribers } from '../../../features/admin-newsletter/subscribers';
import { Suppressed } from '../../../features/admin-newsletter/suppressed';
import { TestButton } from '../../../features/admin-newsletter/test-button';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';
import { useFailure } from '../../../shared/ui/use-failure';
import { useListAddress } from '../../../shared/use-list-address';

/** Those who get new posts by mail without an account. */
export function NewsletterPage() {
  const address = useListAddress();
  const list = useQuery(newsletterQuery(address.page));
  const failure = useFailure(list.error, 'Failed to fetch the subscribers');
  const { data } = list;
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('Newsletter', address.page)}>Newsletter</PageTitle>
        <TestButton failure={failure} />
      </div>
      <p className="panel-lead">
        {data
          ? `${data.confirmed.toLocaleString()} confirmed, ${data.unconfirmed.toLocaleString()} not yet. Who does not confirm within a week is forgotten.`
          : 'Those who get new posts by mail without an account.'}
      </p>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <Subscribers
        list={list}
        subscribers={data?.subscribers ?? []}
        address={address}
        failure={failure}
      />
      <Suppressed addresses={data?.suppressed ?? []} failure={failure} />
    </div>
  );
}
