import { NoticeList } from '../../../features/notices/notice-list';
import { paths } from '../../../shared/paths';
import { PageTitle } from '../../../shared/ui/page-title';

/** What the signed-in member of the staff is told. */
export function AdminNotificationsPage() {
  return (
    <div className="page notifications-page">
      <div className="panel-head">
        <PageTitle title="Notifications">Notifications</PageTitle>
      </div>
      <NoticeList kind="admin" path={paths.adminNotifications} />
    </div>
  );
}
