import {
  Bell,
  Bookmark,
  BookOpenCheck,
  Eye,
  Heart,
  type LucideIcon,
  MessageSquare,
  Users,
} from 'lucide-react';

import type { PostAnalytics } from '../../shared/api/types';
import '../../shared/styles/stat-cards.css';

/** Replaces a figure that is not known. */
const UNKNOWN = '–';

type Card = { label: string; icon: LucideIcon; figure: (analytics: PostAnalytics) => string };

const CARDS: readonly Card[] = [
  { label: 'Views', icon: Eye, figure: ({ views }) => views.toLocaleString() },
  { label: 'Readers', icon: Users, figure: ({ unique }) => unique.toLocaleString() },
  {
    label: 'Read to the end',
    icon: BookOpenCheck,
    figure: ({ finishedShare }) =>
      finishedShare === null ? UNKNOWN : `${finishedShare.toLocaleString()}%`,
  },
  { label: 'Likes', icon: Heart, figure: ({ likes }) => likes.toLocaleString() },
  { label: 'Comments', icon: MessageSquare, figure: ({ comments }) => comments.toLocaleString() },
  { label: 'Bookmarks', icon: Bookmark, figure: ({ bookmarks }) => bookmarks.toLocaleString() },
  { label: 'New followers', icon: Bell, figure: ({ followers }) => followers.toLocaleString() },
];

/** The sums of a span of days; undefined while they are loading. */
export function Figures({ analytics }: { analytics: PostAnalytics | undefined }) {
  return (
    <dl className="stat-cards" aria-busy={analytics === undefined}>
      {CARDS.map(({ label, icon: Icon, figure }) => (
        <div key={label} className="panel-card stat-card">
          <dt className="stat-label">
            <Icon aria-hidden />
            {label}
          </dt>
          <dd className="stat-figure">{analytics ? figure(analytics) : UNKNOWN}</dd>
        </div>
      ))}
    </dl>
  );
}
