import { CircleAlert, FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { EmptyState } from './states';

type ErrorProps = { message: string; onRetry: () => void; children?: ReactNode };

/** Says what failed, and offers to try again. */
export function ErrorState({ message, onRetry, children }: ErrorProps) {
  return (
    <div className="state" role="alert">
      <CircleAlert aria-hidden className="state-icon" />
      <p className="state-title">{message}</p>
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
