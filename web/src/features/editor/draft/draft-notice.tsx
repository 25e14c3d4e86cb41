import { History } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { TimeStamp } from '../../../shared/ui/time-stamp';
import type { FoundDraft } from './draft-store';
import { isOutdated } from './server-drafts';

type Props = {
  drafts: readonly FoundDraft[];
  /** The number of the present revision; undefined for a new text. */
  revision: number | undefined;
  onRestore: (draft: FoundDraft) => void;
  onDiscard: (draft: FoundDraft) => void;
  /** Called when the last draft was discarded, to move the focus elsewhere. */
  onGone: () => void;
};

/** Offers the unsaved drafts of earlier visits. */
export function DraftNotice({ drafts, revision, onRestore, onDiscard, onGone }: Props) {
  const [first, ...others] = drafts;
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

  if (!first) {
    return null;
  }
  return (
    <div ref={notice} className="draft-notice" role="status">
      <History aria-hidden />
      {others.length === 0 ? (
        <>
          <p>
            You have unsaved changes from <TimeStamp time={first.savedAt} form="moment" />.{' '}
            <span className="draft-place">
              {capitalised(placeOf(first))}.{isOutdated(first, revision) && ` ${OUTDATED}`}
            </span>
          </p>
          <Actions draft={first} onRestore={onRestore} onDiscard={discard} />
        </>
      ) : (
        <>
          <p>{`You have ${drafts.length} unsaved drafts.`}</p>
          <ul className="draft-list">
            {drafts.map((draft) => (
              <li key={draft.slot}>
                <p>
                  <strong>{titleOf(draft)}</strong>{' '}
                  <span className="draft-place">
                    <TimeStamp time={draft.savedAt} form="moment" /> · {placeOf(draft)}
                    {isOutdated(draft, revision) && ` · ${OUTDATED}`}
                  </span>
                </p>
                <Actions
                  draft={draft}
                  title={titleOf(draft)}
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
  /** Added to the buttons' labels, to tell several drafts apart. */
  title?: string;
};

function Actions({ draft, title, onRestore, onDiscard }: ActionProps) {
  return (
    <div className="draft-notice-actions">
      <button
        type="button"
        className="button button-small"
        aria-label={title && `Restore ${title}`}
        onClick={() => {
          onRestore(draft);
        }}
      >
        Restore
      </button>
      <button
        type="button"
        className="button button-quiet button-small"
        aria-label={title && `Discard ${title}`}
        onClick={() => {
          onDiscard(draft);
        }}
      >
        Discard
      </button>
    </div>
  );
}

const OUTDATED = 'The text was changed since.';

/** Returns where a draft is kept. */
function placeOf({ autosave }: FoundDraft): string {
  if (!autosave) {
    return 'kept in this browser';
  }
  return autosave.isOnly ? 'kept on the server' : 'kept in this browser and on the server';
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function titleOf({ title }: FoundDraft): string {
  return title.trim() === '' ? 'Untitled' : title;
}
