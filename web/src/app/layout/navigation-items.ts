import type { LucideIcon } from 'lucide-react';
import { Gem, History, House, TrendingUp } from 'lucide-react';

import { paths } from '../../shared/paths';

export type NavigationItem = { label: string; to: string; icon: LucideIcon };

/** What visitors can go to (product.md §2). */
export const VISITOR_ITEMS: readonly NavigationItem[] = [
  { label: 'Home', to: paths.home, icon: House },
  { label: 'Trending', to: paths.trending(), icon: TrendingUp },
  { label: 'Treasure', to: paths.treasure(), icon: Gem },
  { label: 'Recent', to: paths.recent, icon: History },
];
