import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyProps = { icon: LucideIcon; title: string; children?: ReactNode };

/** Says what would be here, and offers the next step. */
export function EmptyState({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className="state">
      <Icon aria-hidden className="state-icon" />
      <p className="state-title">{title}</p>
      {children}
    </div>
  );
}
