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

/** The items beside "More" in a bar of five. */
const IN_BAR = 4;

/** The navigation of the panel and the link to the site (product.md §2). */
export const ADMIN_ITEMS: readonly NavigationItem[] = [
  { label: 'Dashboard', to: paths.adminDashboard, icon: LayoutDashboard },
  { label: 'New Blog', to: paths.adminNewPost, icon: SquarePen },
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
