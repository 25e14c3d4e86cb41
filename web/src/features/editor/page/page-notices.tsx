import { CircleCheck } from 'lucide-react';

import { ConflictBox } from '../../../shared/ui/conflict-box';
import { ErrorBanner } from '../../../shared/ui/error-banner';
import { TimeStamp } from '../../../shared/ui/time-stamp';
import { AlternativesNotice } from '../post/alternatives-notice';
import '../post/post-notices.css';
import type { Publishing } from '../post/use-publishing';
import type { usePageForm } from './use-page-form';

const SAVED = {
  draft: 'The page is saved as a draft',
  published: 'The page is published',
} as const;

type Props = {
  page: ReturnType<typeof usePageForm>;
  publishing: Publishing;
  errorId: string;
  onTakeTheirs: () => void;
};

/** The messages under the toolbar: they are in view wherever the text is scrolled to. */
export function PageNotices({ page, publishing, errorId, onTakeTheirs }: Props) {
  const { conflict, done, lost, stored } = page;
  return (
    <div className="post-notices">
      <ErrorBanner id={errorId} message={page.error} onDismiss={page.dismissError}>
        {lost && (
          <button type="button" className="link-button" onClick={() => void page.save(lost)}>
            Try again
          </button>
        )}
      </ErrorBanner>
      {done && (
        <div className="saved-banner" role="status">
          <CircleCheck aria-hidden />
          <p>{SAVED[done]}</p>
          {done === 'published' && stored && (
            <a href={stored.path} className="button button-small">
              View page
            </a>
          )}
        </div>
      )}
      {conflict && (
        <ConflictBox
          className="page-conflict"
          message={
            <>
              {conflict.changedBy ?? 'Somebody else'} has changed this page{' '}
              <TimeStamp time={conflict.changedAt} form="ago" />, while you were writing. Nothing is
              lost: the history has what you sent
              {conflict.kept !== null && ` as version ${conflict.kept}`}.
            </>
          }
          takeText="Take theirs"
          onTakeTheirs={onTakeTheirs}
          onKeepMine={page.keepMine}
        />
      )}
      {publishing.pictures.length > 0 && (
        <AlternativesNotice
          count={publishing.pictures.length}
          onShow={() => void publishing.showFirst()}
          onPublish={publishing.publishAnyway}
        />
      )}
    </div>
  );
}
