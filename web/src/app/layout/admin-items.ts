import {
  Files,
  Globe,
  LayoutDashboard,
  MessagesSquare,
  Settings,
  SquarePen,
  Users,
} from 'lucide-react';

import { paths } from '../../shared/paths';
import type { BottomItems, NavigationItem } from './navigation-items';

/** As many as a bar of five has room for beside "More". */
const IN_BAR = 4;

/** The panel's list and the way to the site (product.md §2). */
export const ADMIN_ITEMS: readonly NavigationItem[] = [
  { label: 'Dashboard', to: paths.adminDashboard, icon: LayoutDashboard },
  { label: 'New Blog', to: paths.adminNewBlog, icon: SquarePen },
  { label: 'All Posts', to: paths.adminPosts, icon: Files },
  { label: 'Users', to: paths.adminUsers, icon: Users },
  { label: 'Comments', to: paths.adminComments, icon: MessagesSquare },
  { label: 'Settings', to: paths.adminSettings, icon: Settings },
  { label: 'View Site', to: paths.home, icon: Globe },
];

export const ADMIN_BOTTOM_ITEMS: BottomItems = {
  inBar: ADMIN_ITEMS.slice(0, IN_BAR),
  underMore: ADMIN_ITEMS.slice(IN_BAR),
};
