import { useQuery } from '@tanstack/react-query';

import { dashboardQuery } from '../../../features/admin-dashboard/api';
import '../../../features/admin-dashboard/dashboard.css';
import { ModerationNotes } from '../../../features/admin-dashboard/moderation-notes';
import { RecentPosts } from '../../../features/admin-dashboard/recent-posts';
import { RecentUsers } from '../../../features/admin-dashboard/recent-users';
import { StatCards } from '../../../features/admin-dashboard/stat-cards';
import { ViewsTable } from '../../../features/admin-dashboard/views-table';
import { usePermissions, useRole } from '../../../shared/session/permissions';
import { ROLE_NAMES } from '../../../shared/session/role-texts';
import { PageTitle } from '../../../shared/ui/page-title';
import { ViewsChart } from '../../../shared/views-chart/views-chart';

/** The names in the greeting; that of administrators is fixed (product.md §2). */
const GREETED = { ...ROLE_NAMES, admin: 'Admin' } as const;

/** The figures of the site that the role may see, refreshed every 30 s. An error empties the lists and is logged (product.md §8). */
export function DashboardPage() {
  const role = useRole();
  const { canManageReaders, canModerate } = usePermissions();
  const { data, isError } = useQuery(dashboardQuery(canManageReaders));
  const figures = data && {
    ...data.stats.total,
    ...(data.readers && { totalUsers: data.readers.totalUsers }),
    engagementRate: data.stats.engagementRate,
  };
  const days = isError && !data ? [] : data?.stats.daily;
  return (
    <div className="page">
      <PageTitle title="Dashboard">{`Welcome back, ${GREETED[role]}!`}</PageTitle>
      <p className="panel-lead">Here&apos;s what&apos;s happening with your blog today.</p>
      {canModerate && <ModerationNotes />}
      <StatCards figures={figures} hidden={canManageReaders ? [] : ['totalUsers']} />
      <div className="dashboard-panels">
        <RecentPosts posts={isError ? [] : data?.posts} />
        {canManageReaders && <RecentUsers users={isError ? [] : data?.readers?.users} />}
        <ViewsChart days={days} span="Last 30 days">
          {days && <ViewsTable days={days} />}
        </ViewsChart>
      </div>
    </div>
  );
}
