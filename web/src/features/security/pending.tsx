import { messageFor } from '../../shared/api/errors';
import { ErrorState } from '../../shared/ui/failure-states';

type Props = {
  /** What is loaded, as in "your passkeys". */
  what: string;
  error: Error | null;
  onRetry: () => void;
};

/** The place of data that is still loading, or that did not come. */
export function Pending({ what, error, onRetry }: Props) {
  if (error) {
    return <ErrorState message={messageFor(error, `Failed to load ${what}`)} onRetry={onRetry} />;
  }
  return (
    <div role="status" aria-label={`Loading ${what}`}>
      <div className="skeleton skeleton-line" aria-hidden />
      <div className="skeleton skeleton-line skeleton-short" aria-hidden />
    </div>
  );
}
