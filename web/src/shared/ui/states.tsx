import type { LucideIcon } from 'lucide-react';
import { CircleAlert, FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { useOnline } from '../online';

const OFFLINE = 'You are offline. This comes once the connection is back.';

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

type ErrorProps = { message: string; onRetry: () => void; children?: ReactNode };

/** Says what failed, and offers to try again. */
export function ErrorState({ message, onRetry, children }: ErrorProps) {
  const isOnline = useOnline();
  return (
    <div className="state" role="alert">
      <CircleAlert aria-hidden className="state-icon" />
      <p className="state-title">{isOnline ? message : OFFLINE}</p>
      <div className="state-actions">
        <button type="button" className="button" onClick={onRetry}>
          Try again
        </button>
        {children}
      </div>
    </div>
  );
}

/** A page of a list that ends before it. */
export function PastTheEnd({ firstPage }: { firstPage: string }) {
  return (
    <EmptyState icon={FileQuestion} title="There is no such page">
      <Link to={firstPage} className="button">
        Go to the first page
      </Link>
    </EmptyState>
  );
}
