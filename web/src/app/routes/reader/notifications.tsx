import { Settings2 } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';

import { NoticeList } from '../../../features/notices/notice-list';
import { pageIn } from '../../../shared/page-in-address';
import { paths } from '../../../shared/paths';
import { useSession } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';
import { numberedTitle } from '../../../shared/ui/pagination';

/** What the signed-in reader is told, or the member of the staff if no reader is signed in. */
export function NotificationsPage() {
  const isReader = useSession() !== null;
  const [address] = useSearchParams();
  const page = pageIn(address);
  return (
    <div className="page notifications-page">
      <div className="section-head">
        <PageTitle title={numberedTitle('Notifications', page)}>Notifications</PageTitle>
        <Link to={paths.mailSettings} className="button button-quiet">
          <Settings2 aria-hidden />
          Mail settings
        </Link>
      </div>
      <NoticeList kind={isReader ? 'reader' : 'admin'} path={paths.notifications} />
    </div>
  );
}
