import { GitCompareArrows } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';

import { paths } from '../../../shared/paths';
import { TimeStamp } from '../../../shared/ui/time-stamp';
import { ComparisonView } from '../revisions/comparison-view';
import './conflict.css';
import type { RevisionConflict } from './revision-conflict';

type Props = {
  conflict: RevisionConflict;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onEditOn: () => void;
};

/** The decision of a writer whose post was saved by somebody else meanwhile. */
export function ConflictPage({ conflict, onKeepMine, onTakeTheirs, onEditOn }: Props) {
  const { post, changedBy, changedAt, revision, conflict: own } = conflict;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);

  return (
    <div className="conflict">
      <header className="conflict-head">
        <GitCompareArrows aria-hidden className="conflict-icon" />
        <h1 ref={heading} tabIndex={-1} className="conflict-title">
          {changedBy ?? 'Somebody else'} has changed this post
        </h1>
        <p className="conflict-lead">
          It was saved <TimeStamp time={changedAt} form="ago" />, while you were writing. Both texts
          are kept: theirs is version {revision}, yours is version {own} of the{' '}
          <Link to={paths.adminHistory(post._id)} target="_blank">
            history
          </Link>
          .
        </p>
      </header>
      <div className="conflict-choices" role="group" aria-label="What to do">
        <Choice text="Your text replaces theirs, which stays in the history.">
          <button type="button" className="button button-primary" onClick={onKeepMine}>
            Keep mine
          </button>
        </Choice>
        <Choice text="Their text opens in the editor; yours stays in the history.">
          <button type="button" className="button" onClick={onTakeTheirs}>
            Take theirs
          </button>
        </Choice>
        <Choice text="Your text opens again. The next save replaces theirs.">
          <button type="button" className="button" onClick={onEditOn}>
            Edit on
          </button>
        </Choice>
      </div>
      <ComparisonView
        postId={post._id}
        from={revision}
        to={own}
        headings={{
          from: (
            <p className="compared-version">
              <span className="compared-key" data-mark="del" aria-hidden />
              <strong>Theirs</strong> {changedBy ?? ''} ·{' '}
              <TimeStamp time={changedAt} form="moment" />
            </p>
          ),
          to: (
            <p className="compared-version">
              <span className="compared-key" data-mark="ins" aria-hidden />
              <strong>Yours</strong> not saved as the post
            </p>
          ),
        }}
      />
    </div>
  );
}

function Choice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="conflict-choice">
      {children}
      <p>{text}</p>
    </div>
  );
}
