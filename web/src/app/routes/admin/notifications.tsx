import { useSearchParams } from 'react-router';

import { NoticeList } from '../../../features/notices/notice-list';
import { pageIn } from '../../../shared/page-in-address';
import { paths } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';

/** What the signed-in member of the staff is told. */
export function AdminNotificationsPage() {
  const [address] = useSearchParams();
  const page = pageIn(address);
  return (
    <div className="page notifications-page">
      <div className="panel-head">
        <PageTitle title={numberedTitle('Notifications', page)}>Notifications</PageTitle>
      </div>
      <NoticeList kind="admin" path={paths.adminNotifications} />
    </div>
  );
}
