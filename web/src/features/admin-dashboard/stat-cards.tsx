import { Eye, FileText, type LucideIcon, TrendingUp, Users } from 'lucide-react';

import '../../shared/styles/stat-cards.css';

/** Fixed texts beside the figures, required by the product (rulings §6); they are not computed. */
const STAT_CHANGES = {
  totalPosts: '+12%',
  totalViews: '+8%',
  totalUsers: '+15%',
  engagementRate: '+3%',
} as const;

type Figure = keyof typeof STAT_CHANGES;

const CARDS: readonly { figure: Figure; label: string; icon: LucideIcon }[] = [
  { figure: 'totalPosts', label: 'Total Posts', icon: FileText },
  { figure: 'totalViews', label: 'Total Views', icon: Eye },
  { figure: 'totalUsers', label: 'Total Users', icon: Users },
  { figure: 'engagementRate', label: 'Engagement Rate', icon: TrendingUp },
];

/** Replaces an unknown figure. */
const UNKNOWN = '–';

type Props = {
  /** Undefined while loading. */
  figures: Partial<Record<Figure, number>> | undefined;
  hidden: readonly Figure[];
};

/** The figures at the top of the dashboard, but for the hidden ones. */
export function StatCards({ figures, hidden }: Props) {
  const cards = CARDS.filter(({ figure }) => !hidden.includes(figure));
  return (
    <dl className="stat-cards" aria-busy={figures === undefined}>
      {cards.map(({ figure, label, icon: Icon }) => (
        <div key={figure} className="panel-card stat-card">
          <dt className="stat-label">
            <Icon aria-hidden />
            {label}
          </dt>
          <dd className="stat-figure">{formatFigure(figure, figures?.[figure])}</dd>
          <dd className="stat-change">{STAT_CHANGES[figure]}</dd>
        </div>
      ))}
    </dl>
  );
}

function formatFigure(figure: Figure, value: number | undefined): string {
  if (value === undefined) {
    return UNKNOWN;
  }
  return figure === 'engagementRate' ? `${value.toLocaleString()}%` : value.toLocaleString();
}
