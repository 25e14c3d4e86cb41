import type { VisibleComment } from '../../../shared/api/types';
import type { Writer } from './use-writer';

/** The actions of a comment's menu. */
export type Action = 'edit' | 'delete' | 'report' | 'reportReader' | 'mute';

const DAY_MS = 86_400_000;

/** Returns what somebody may do with a comment: a text can be changed for a day. */
export function possibleActions(
  comment: VisibleComment,
  writer: Writer,
  now: number = Date.now(),
): readonly Action[] {
  if (writer.isAuthorOf(comment)) {
    const age = now - new Date(comment.createdAt).getTime();
    return age < DAY_MS ? ['edit', 'delete'] : ['delete'];
  }
  if (writer.isStaff) {
    return writer.canModerate ? ['delete'] : [];
  }
  return comment.user._id === null ? ['report'] : ['report', 'reportReader', 'mute'];
}
