import { type KeyboardEvent, useEffect, useId, useRef } from 'react';

import type { SourceView as View } from './use-source';
import './source.css';

/** The text as Markdown. */
export function SourceView({ view }: { view: View }) {
  const { state, error, open, discard } = view;
  return (
    <div className="source-view">
      {error !== null && (
        <p className="source-error" role="alert">
          {error}
          {state.at === 'failed' ? (
            <>
              <button type="button" className="link-button" onClick={() => void open()}>
                Try again
              </button>
              <button type="button" className="link-button" onClick={discard}>
                Back to the text
              </button>
            </>
          ) : (
            <span>Your Markdown is kept here.</span>
          )}
        </p>
      )}
      {state.at === 'opening' && (
        <div role="status" aria-label="Loading the Markdown" className="source-skeleton">
          <div className="skeleton skeleton-line" />
          <div className="skeleton skeleton-line skeleton-short" />
        </div>
      )}
      {state.at === 'open' && <SourceText view={view} kept={state.source.kept} />}
    </div>
  );
}

type TextProps = { view: View; kept: readonly string[] };

function SourceText({ view, kept }: TextProps) {
  const hintId = useId();
  const keptId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const isLeaving = useRef(false);
  const names = [...new Set(kept)];

  /** As in the text: Tab indents, and leads out after Esc. */
  function indent(event: KeyboardEvent<HTMLTextAreaElement>) {
    const leaves = isLeaving.current;
    isLeaving.current = event.key === 'Escape' || (leaves && event.key === 'Shift');
    if (event.key === 'Tab' && !leaves && !event.shiftKey) {
      event.preventDefault();
      insertTab(event.currentTarget, view.write);
    }
  }

  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    field.current?.setSelectionRange(0, 0);
  }, []);

  return (
    <>
      {names.length > 0 && (
        <p id={keptId} className="source-kept">
          Markdown has no form for {names.length === 1 ? 'this element' : 'these elements'}, which{' '}
          {names.length === 1 ? 'stays' : 'stay'} as HTML:{' '}
          {names.map((name, index) => (
            <span key={name}>
              {index > 0 && ', '}
              <code>{name}</code>
            </span>
          ))}
        </p>
      )}
      <div className="source-grow" data-text={view.markdown}>
        <textarea
          ref={field}
          className="source-text"
          aria-label="Content in Markdown"
          aria-describedby={names.length > 0 ? `${keptId} ${hintId}` : hintId}
          autoCapitalize="none"
          spellCheck
          value={view.markdown}
          onChange={({ target }) => {
            view.write(target.value);
          }}
          onKeyDown={indent}
        />
      </div>
      <p id={hintId} className="visually-hidden">
        Tab indents; Esc and then Tab leads out.
      </p>
    </>
  );
}

function insertTab(field: HTMLTextAreaElement, write: (text: string) => void) {
  if (!typeText('\t')) {
    field.setRangeText('\t', field.selectionStart, field.selectionEnd, 'end');
    write(field.value);
  }
}

/** Inserts text as if it were typed, so that it can be undone; returns false where that is impossible. */
function typeText(text: string): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else can be undone
  return 'execCommand' in document && document.execCommand('insertText', false, text);
}
