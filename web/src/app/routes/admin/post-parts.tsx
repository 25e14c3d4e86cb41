/** The parts of other features on the page of the editor. */
import type { EditorParts } from '../../../features/editor/post/editor-parts';
import { PreviewLink } from '../../../features/preview-link/preview-link';
import { ScheduleButton } from '../../../features/schedule/schedule-button';
import { ScheduleLine } from '../../../features/schedule/schedule-line';

export const POST_PARTS: EditorParts = {
  besidePublish: (post) => <ScheduleButton post={post} />,
  aboveText: (post) => <ScheduleLine post={post} />,
  inSettings: ({ stored }) => <PreviewLink post={stored} />,
};
