import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';

import { autosavesQuery, discardAutosave } from '../../shared/api/autosaves';
import type { AutosaveSummary } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import { ErrorBanner } from '../../shared/ui/error-banner';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { useFailure } from '../../shared/ui/use-failure';
import './unsaved-texts.css';

const SHOWN = 3;

/** The texts that the server keeps for the signed-in administrator although they were never saved. */
export function UnsavedTexts() {
  const client = useQueryClient();
  // Without a response nothing is shown: the page is that of the posts.
  const { data: texts = [] } = useQuery(autosavesQuery());
  const failure = useFailure(null, '');
  const [isWhole, setWhole] = useState(false);
  const [discarding, setDiscarding] = useState<AutosaveSummary | null>(null);
  const shown = isWhole ? texts : texts.slice(0, SHOWN);

  async function discard({ key }: AutosaveSummary) {
    try {
      await discardAutosave(key);
      return true;
    } catch (error) {
      failure.show(error, 'Failed to discard the text');
      return false;
    } finally {
      void client.invalidateQueries({ queryKey: autosavesQuery().queryKey });
    }
  }

  if (texts.length === 0) {
    return <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />;
  }
  return (
    <section className="unsaved-texts" aria-labelledby="unsaved-texts">
      <h2 id="unsaved-texts" className="unsaved-title">
        <PenLine aria-hidden />
        Unsaved texts
      </h2>
      <ErrorBanner message={failure.message} onDismiss={failure.dismiss} />
      <ul>
        {shown.map((text) => (
          <li key={text.key}>
            <p className="unsaved-text">
              <Link
                to={text.blog === null ? paths.adminNewPost : paths.adminEditPost(text.blog)}
                className="row-title"
              >
                {titleOf(text)}
              </Link>{' '}
              <span className="unsaved-note">
                {text.blog === null && 'New post · '}
                <TimeStamp time={text.savedAt} form="ago" />
              </span>
            </p>
            <button
              type="button"
              className="button button-quiet row-button"
              aria-label={`Discard ${titleOf(text)}`}
              onClick={() => {
                setDiscarding(text);
              }}
            >
              Discard
            </button>
          </li>
        ))}
      </ul>
      {texts.length > SHOWN && (
        <button
          type="button"
          className="button button-quiet row-button"
          aria-expanded={isWhole}
          onClick={() => {
            setWhole(!isWhole);
          }}
        >
          {isWhole ? 'Show fewer' : `Show all ${texts.length}`}
        </button>
      )}
      {discarding && (
        <ConfirmDialog
          title="Discard the unsaved text?"
          description={`What was written in “${titleOf(discarding)}” and not saved is deleted from the server. The saved post stays as it is.`}
          confirmText="Discard"
          busyText="Discarding..."
          onConfirm={() => discard(discarding)}
          onClose={() => {
            setDiscarding(null);
          }}
        />
      )}
    </section>
  );
}

function titleOf({ title }: AutosaveSummary): string {
  return title.trim() === '' ? 'Untitled' : title;
}
