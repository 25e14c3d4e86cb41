import { paths } from '../../../shared/paths';
import { EditPostPage } from './edit-post';
import { NewPostPage } from './new-post';
import { useWritingVisit } from './writing-visit';

/** The page for a new post or for an existing one. */
export function WritingPage() {
  const visit = useWritingVisit(paths.adminEditPost);
  return visit.id === null ? (
    <NewPostPage key={visit.number} isSaved={visit.isSaved} onStayed={visit.onSaved} />
  ) : (
    <EditPostPage key={visit.id} id={visit.id} />
  );
}
