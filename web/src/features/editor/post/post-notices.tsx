import { ErrorBanner } from '../../../shared/ui/error-banner';
import { AlternativesNotice } from './alternatives-notice';
import { CompanyNotice } from './company-notice';
import './post-notices.css';
import { SAVED } from './post-texts';
import { SavedBanner } from './saved-banner';
import type { usePostForm } from './use-post-form';
import type { Publishing } from './use-publishing';

type Props = { post: ReturnType<typeof usePostForm>; publishing: Publishing; errorId: string };

/** The messages under the toolbar: they are in view wherever the text is scrolled to, and move nothing. */
export function PostNotices({ post, publishing, errorId }: Props) {
  const { phase, lost } = post;
  return (
    <div className="post-notices">
      <ErrorBanner id={errorId} message={post.error} onDismiss={post.dismissError}>
        {lost && (
          <button type="button" className="link-button" onClick={() => void post.save(lost)}>
            Try again
          </button>
        )}
      </ErrorBanner>
      {phase.at === 'saved' && (
        <SavedBanner message={SAVED[phase.status]} hasNewerChanges={post.changes.isUnsaved} />
      )}
      {post.stored && phase.at !== 'saved' && <CompanyNotice post={post.stored} />}
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
