import { Plus } from 'lucide-react';
import { Link } from 'react-router';

import { Calendar } from '../../../features/schedule/calendar/calendar';
import { useMonth } from '../../../features/schedule/calendar/use-month';
import { useNow } from '../../../features/schedule/calendar/use-now';
import { monthText } from '../../../features/schedule/day-texts';
import { monthOf } from '../../../features/schedule/months';
import { browserZone, dayIn } from '../../../features/schedule/zoned-time';
import { paths } from '../../../shared/paths';
import { usePermissions } from '../../../shared/session/permissions';
import { PageTitle } from '../../../shared/ui/page-title';

/** The calendar of what was published and what is planned; without the right to edit all posts, of the own ones. */
export function CalendarPage() {
  const { canEditAllPosts } = usePermissions();
  const now = useNow();
  const month = useMonth(monthOf(dayIn(now, browserZone())));
  return (
    <div className="page">
      <div className="panel-head">
        <PageTitle title={`Calendar: ${monthText(month)}`}>Calendar</PageTitle>
        <Link to={paths.adminNewPost} className="button button-primary">
          <Plus aria-hidden />
          New Post
        </Link>
      </div>
      {!canEditAllPosts && <p className="panel-lead">These are your own posts.</p>}
      <Calendar month={month} now={now} />
    </div>
  );
}
