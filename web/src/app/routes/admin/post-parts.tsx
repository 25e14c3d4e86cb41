/** The parts of other features on the page of the editor. */
import type { EditorParts } from '../../../features/editor/post/editor-parts';
import { PostAuthors } from '../../../features/post-authors/post-authors';
import { PostSeries } from '../../../features/post-series/post-series';
import { PreviewLink } from '../../../features/preview-link/preview-link';
import { Notes } from '../../../features/review/notes';
import { ReviewBar } from '../../../features/review/review-bar';
import { isSubmitted } from '../../../features/review/reviewed-post';
import { SubmitButton } from '../../../features/review/submit-button';
import { ScheduleButton } from '../../../features/schedule/schedule-button';
import { ScheduleLine } from '../../../features/schedule/schedule-line';

export const POST_PARTS: EditorParts = {
  // The bar of the review publishes, with the note of the decision.
  replacesPublish: ({ stored }, { canEditAllPosts }) => canEditAllPosts && isSubmitted(stored),
  besidePublish: (post, isPublishReplaced) => (
    <>
      {!isPublishReplaced && <ScheduleButton post={post} />}
      <SubmitButton post={post} />
    </>
  ),
  aboveText: (post) => (
    <>
      <ReviewBar post={post} />
      <ScheduleLine post={post} />
    </>
  ),
  inSettings: (post) => (
    <>
      <PostAuthors post={post} />
      <PostSeries post={post} />
      <PreviewLink post={post.stored} />
      <Notes post={post.stored} />
    </>
  ),
};
