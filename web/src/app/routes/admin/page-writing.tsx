import { useQuery } from '@tanstack/react-query';

import { editablePageQuery } from '../../../features/editor/page/api';
import { PageEditor } from '../../../features/editor/page/page-editor';
import { statusOf } from '../../../features/editor/page/page-values';
import { EditPostStates } from '../../../features/editor/post/edit-post-states';
import { PAGE_LINKS } from '../../../features/preview-link/api';
import { PreviewLink } from '../../../features/preview-link/preview-link';
import { messageFor } from '../../../shared/api/errors';
import type { EditableStaticPage } from '../../../shared/api/types';
import { pagePaths } from '../../../shared/static-pages/paths';
import { useWritingVisit } from './writing-visit';

const FAILED = 'Failed to fetch the page';

/** The page for a new static page or for an existing one. */
export function PageWritingPage() {
  const visit = useWritingVisit(pagePaths.edit);
  return visit.id === null ? (
    <PageEditor
      key={visit.number}
      page={null}
      texts={visit.isSaved ? 'editPage' : 'newPage'}
      onCreated={visit.onSaved}
      inSettings={settingsOf}
    />
  ) : (
    <ExistingPage key={visit.id} id={visit.id} />
  );
}

function ExistingPage({ id }: { id: string }) {
  const { data: page, error } = useQuery(editablePageQuery(id));
  return page ? (
    <PageEditor page={page} texts="editPage" onCreated={() => undefined} inSettings={settingsOf} />
  ) : (
    <EditPostStates texts="editPage" error={error && messageFor(error, FAILED)} />
  );
}

function settingsOf(stored: EditableStaticPage | null) {
  const post = stored && { id: stored._id, status: statusOf(stored) };
  return <PreviewLink post={post} links={PAGE_LINKS} />;
}
