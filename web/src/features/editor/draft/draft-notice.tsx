import { History } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { TimeStamp } from '../../../shared/ui/time-stamp';
import type { FoundDraft } from './draft-store';

type Props = {
  drafts: readonly FoundDraft[];
  onRestore: (draft: FoundDraft) => void;
  onDiscard: (draft: FoundDraft) => void;
  /** Called when the last draft was discarded, and the focus has no place here any more. */
  onGone: () => void;
};

/** Offers what was written before the page was closed or lost: each draft by itself. */
export function DraftNotice({ drafts, onRestore, onDiscard, onGone }: Props) {
  const [only, ...others] = drafts;
  const notice = useRef<HTMLDivElement>(null);
  const isFocusLost = useRef(false);

  useEffect(() => {
    if (isFocusLost.current) {
      isFocusLost.current = false;
      notice.current?.querySelector('button')?.focus();
    }
  }, [drafts]);

  function discard(draft: FoundDraft) {
    onDiscard(draft);
    if (drafts.length === 1) {
      onGone();
    } else {
      isFocusLost.current = true;
    }
  }

  if (!only) {
    return null;
  }
  return (
    <div ref={notice} className="draft-notice" role="status">
      <History aria-hidden />
      {others.length === 0 ? (
        <>
          <p>
            You have unsaved changes from <TimeStamp time={only.savedAt} form="moment" />.
          </p>
          <Actions draft={only} onRestore={onRestore} onDiscard={discard} />
        </>
      ) : (
        <>
          <p>{`You have ${drafts.length} unsaved drafts.`}</p>
          <ul className="draft-list">
            {drafts.map((draft) => (
              <li key={draft.slot}>
                <p>
                  <strong>{titleOf(draft)}</strong> <TimeStamp time={draft.savedAt} form="moment" />
                </p>
                <Actions
                  draft={draft}
                  named={titleOf(draft)}
                  onRestore={onRestore}
                  onDiscard={discard}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

type ActionProps = Pick<Props, 'onRestore' | 'onDiscard'> & {
  draft: FoundDraft;
  /** Tells the buttons of several drafts apart. */
  named?: string;
};

function Actions({ draft, named, onRestore, onDiscard }: ActionProps) {
  return (
    <div className="draft-notice-actions">
      <button
        type="button"
        className="button button-small"
        aria-label={named && `Restore ${named}`}
        onClick={() => {
          onRestore(draft);
        }}
      >
        Restore
      </button>
      <button
        type="button"
        className="button button-quiet button-small"
        aria-label={named && `Discard ${named}`}
        onClick={() => {
          onDiscard(draft);
        }}
      >
        Discard
      </button>
    </div>
  );
}

function titleOf({ title }: FoundDraft): string {
  return title.trim() === '' ? 'Untitled' : title;
}
