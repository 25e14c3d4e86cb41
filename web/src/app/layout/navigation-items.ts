import type { LucideIcon } from 'lucide-react';
import {
  Bookmark,
  Gem,
  History,
  House,
  LayoutDashboard,
  TrendingUp,
  UserRound,
} from 'lucide-react';

import labels from '../../shared/labels/frame.json';
import { paths } from '../../shared/paths';

export type NavigationItem = { label: string; to: string; icon: LucideIcon };

/** The items in the bottom bar and those in its "More" menu, which takes the fifth place; the notices take the fourth. */
export type BottomItems = {
  inBar: readonly NavigationItem[];
  underMore: readonly NavigationItem[];
};

type Viewer = { isReader: boolean; isAdmin: boolean };

/** The navigation for visitors (product.md §2). */
const VISITOR_ITEMS: readonly NavigationItem[] = [
  { label: labels.home, to: paths.home, icon: House },
  { label: labels.trending, to: paths.trending(), icon: TrendingUp },
  { label: labels.treasure, to: paths.treasure(), icon: Gem },
  { label: labels.recent, to: paths.recent, icon: History },
];

const READER_ITEMS: readonly NavigationItem[] = [
  ...VISITOR_ITEMS,
  { label: 'Bookmarks', to: paths.bookmarks, icon: Bookmark },
  { label: 'Profile', to: paths.ownProfile, icon: UserRound },
];

/** The link to the panel for an administrator on the site. */
const PANEL_ITEM: NavigationItem = {
  label: 'Dashboard',
  to: paths.adminDashboard,
  icon: LayoutDashboard,
};

/** What makes room for the notices of those who are signed in. */
const UNDER_MORE: readonly string[] = [paths.recent];
const UNDER_MORE_OF_READERS: readonly string[] = [paths.trending(), paths.recent, paths.bookmarks];

export function navigationItems({ isReader, isAdmin }: Viewer): readonly NavigationItem[] {
  const items = isReader ? READER_ITEMS : VISITOR_ITEMS;
  return isAdmin ? [...items, PANEL_ITEM] : items;
}

export function bottomItems(viewer: Viewer): BottomItems {
  const isSignedIn = viewer.isReader || viewer.isAdmin;
  const underMore = viewer.isReader ? UNDER_MORE_OF_READERS : UNDER_MORE;
  const isUnderMore = (item: NavigationItem) =>
    item === PANEL_ITEM || (isSignedIn && underMore.includes(item.to));
  const items = navigationItems(viewer);
  return {
    inBar: items.filter((item) => !isUnderMore(item)),
    underMore: items.filter(isUnderMore),
  };
}

/** Whether a link is active on its exact path only, not on paths below it. */
export function isExact(to: string): boolean {
  return to === paths.home || to === paths.ownProfile;
}
