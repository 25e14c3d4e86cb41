import {
  CalendarDays,
  FileText,
  Files,
  Globe,
  LayoutDashboard,
  Library,
  Mails,
  MessagesSquare,
  PackageOpen,
  PanelsTopLeft,
  ScrollText,
  Settings,
  ShieldAlert,
  Signpost,
  SquarePen,
  Tags,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react';

import { adminSeries, adminTags } from '../../shared/collection-paths';
import { paths } from '../../shared/paths';
import type { Permissions } from '../../shared/session/permissions';
import { pagePaths } from '../../shared/static-pages/paths';
import type { BottomItems, NavigationItem } from './navigation-items';

/** The items beside the notices and "More" in a bar of five. */
const IN_BAR = 3;

type AdminItem = NavigationItem & {
  /** The permission without which the item is hidden. */
  needs?:
    | 'canImport'
    | 'canManageNewsletter'
    | 'canManagePages'
    | 'canManageReaders'
    | 'canManageRedirects'
    | 'canManageSeries'
    | 'canManageSite'
    | 'canManageTags'
    | 'canManageTeam'
    | 'canModerate'
    | 'canReadAudit';
};

/** The navigation of the panel and the link to the site (product.md §2). */
const ADMIN_ITEMS: readonly AdminItem[] = [
  { label: 'Dashboard', to: paths.adminDashboard, icon: LayoutDashboard },
  { label: 'New Blog', to: paths.adminNewPost, icon: SquarePen },
  { label: 'All Posts', to: paths.adminPosts, icon: Files },
  { label: 'Pages', to: pagePaths.list, icon: FileText, needs: 'canManagePages' },
  { label: 'Tags', to: adminTags, icon: Tags, needs: 'canManageTags' },
  { label: 'Series', to: adminSeries, icon: Library, needs: 'canManageSeries' },
  { label: 'Users', to: paths.adminUsers, icon: Users, needs: 'canManageReaders' },
  {
    label: 'Comments',
    to: paths.adminComments,
    icon: MessagesSquare,
    needs: 'canModerate',
  },
  {
    label: 'Spam Rules',
    to: paths.adminSpamRules,
    icon: ShieldAlert,
    needs: 'canModerate',
  },
  { label: 'Calendar', to: paths.adminCalendar(), icon: CalendarDays },
  {
    label: 'Newsletter',
    to: paths.adminNewsletter,
    icon: Mails,
    needs: 'canManageNewsletter',
  },
  {
    label: 'Redirects',
    to: paths.adminRedirects,
    icon: Signpost,
    needs: 'canManageRedirects',
  },
  { label: 'Import', to: paths.adminImport, icon: PackageOpen, needs: 'canImport' },
  { label: 'Team', to: paths.adminTeam, icon: UserCog, needs: 'canManageTeam' },
  { label: 'Site', to: paths.adminSite, icon: PanelsTopLeft, needs: 'canManageSite' },
  { label: 'Webhooks', to: paths.adminWebhooks, icon: Webhook, needs: 'canManageSite' },
  { label: 'Audit Log', to: paths.adminAudit, icon: ScrollText, needs: 'canReadAudit' },
  { label: 'Settings', to: paths.adminSettings, icon: Settings },
  { label: 'View Site', to: paths.home, icon: Globe },
];

/** Returns the items of the pages that the administrator may use. */
export function adminItems(permissions: Permissions): readonly NavigationItem[] {
  return ADMIN_ITEMS.filter(({ needs }) => needs === undefined || permissions[needs]);
}

export function adminBottomItems(permissions: Permissions): BottomItems {
  const items = adminItems(permissions);
  return { inBar: items.slice(0, IN_BAR), underMore: items.slice(IN_BAR) };
}
