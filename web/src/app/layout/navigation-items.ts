import type { LucideIcon } from 'lucide-react';
import { Bookmark, Gem, History, House, TrendingUp, UserRound } from 'lucide-react';

import { paths } from '../../shared/paths';

export type NavigationItem = { label: string; to: string; icon: LucideIcon };

/** What visitors can go to (product.md §2). */
const VISITOR_ITEMS: readonly NavigationItem[] = [
  { label: 'Home', to: paths.home, icon: House },
  { label: 'Trending', to: paths.trending(), icon: TrendingUp },
  { label: 'Treasure', to: paths.treasure(), icon: Gem },
  { label: 'Recent', to: paths.recent, icon: History },
];

const READER_ITEMS: readonly NavigationItem[] = [
  ...VISITOR_ITEMS,
  { label: 'Bookmarks', to: paths.bookmarks, icon: Bookmark },
  { label: 'Profile', to: paths.ownProfile, icon: UserRound },
];

/** What a bar of five has no room for: the fifth place is that of "More". */
const UNDER_MORE: readonly string[] = [paths.recent, paths.bookmarks];

export function navigationItems(isSignedIn: boolean): readonly NavigationItem[] {
  return isSignedIn ? READER_ITEMS : VISITOR_ITEMS;
}

export function bottomItems(isSignedIn: boolean) {
  const isUnderMore = ({ to }: NavigationItem) => isSignedIn && UNDER_MORE.includes(to);
  const items = navigationItems(isSignedIn);
  return {
    inBar: items.filter((item) => !isUnderMore(item)),
    underMore: items.filter(isUnderMore),
  };
}

/** The page of an address is shown for that address alone, not for those below it. */
export function isExact(to: string): boolean {
  return to === paths.home || to === paths.ownProfile;
}
