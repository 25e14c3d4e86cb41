import { CircleAlert, FileQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import labels from '../labels/lists.json';
import { EmptyState } from './states';

type ErrorProps = { message: string; onRetry: () => void; children?: ReactNode };

/** An error message with a retry button. */
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
            focusReplacement(currentTarget);
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

/** Moves the focus from the button to the element that replaces the error. */
function focusReplacement(button: HTMLElement): void {
  const container = button.closest('.state')?.parentElement;
  if (!container) {
    return;
  }
  const existing = new Set(container.children);
  const observer = new MutationObserver(() => {
    const added = [...container.children].find((child) => !existing.has(child));
    if (!(added instanceof HTMLElement) || container.querySelector('.skeleton')) {
      return;
    }
    observer.disconnect();
    if (document.activeElement === document.body) {
      added.tabIndex = -1;
      added.focus();
    }
  });
  observer.observe(container, { childList: true, subtree: true });
}

/** The state of a page number beyond the last page. */
export function PastTheEnd({ firstPage }: { firstPage: string }) {
  return (
    <EmptyState icon={FileQuestion} title={labels.pastTheEnd}>
      <Link to={firstPage} className="button">
        {labels.firstPage}
      </Link>
    </EmptyState>
  );
}
