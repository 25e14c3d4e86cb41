import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

type EmptyProps = { icon: LucideIcon; title: string; children?: ReactNode };

/** The state of an empty list, with a next step as children. */
export function EmptyState({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className="state">
      <Icon aria-hidden className="state-icon" />
      <p className="state-title">{title}</p>
      {children}
    </div>
  );
}
