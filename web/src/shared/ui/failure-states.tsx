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
        <button
          type="button"
          className="button"
          onClick={({ currentTarget }) => {
            focusWhatComes(currentTarget);
            onRetry();
          }}
        >
          Try again
        </button>
        {children}
      </div>
    </div>
  );
}

/** Moves the focus, which goes with the button, to what comes in the place of the failure: the content, or another one. */
function focusWhatComes(button: HTMLElement): void {
  const place = button.closest('.state')?.parentElement;
  if (!place) {
    return;
  }
  const present = new Set(place.children);
  const observer = new MutationObserver(() => {
    const come = [...place.children].find((child) => !present.has(child));
    if (!(come instanceof HTMLElement) || place.querySelector('.skeleton')) {
      return;
    }
    observer.disconnect();
    if (document.activeElement === document.body) {
      come.tabIndex = -1;
      come.focus();
    }
  });
  observer.observe(place, { childList: true, subtree: true });
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
