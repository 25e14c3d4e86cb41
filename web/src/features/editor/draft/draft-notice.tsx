import { History } from 'lucide-react';

import { TimeStamp } from '../../../shared/ui/time-stamp';

type Props = { savedAt: string; onRestore: () => void; onDiscard: () => void };

/** Offers what was written before the page was closed or lost. */
export function DraftNotice({ savedAt, onRestore, onDiscard }: Props) {
  return (
    <div className="draft-notice" role="status">
      <History aria-hidden />
      <p>
        You have unsaved changes from <TimeStamp time={savedAt} form="moment" />.
      </p>
      <div className="draft-notice-actions">
        <button type="button" className="button button-small" onClick={onRestore}>
          Restore
        </button>
        <button type="button" className="button button-quiet button-small" onClick={onDiscard}>
          Discard
        </button>
      </div>
    </div>
  );
}
