import type { ManagedComment } from '../shared/api/types';
import { sampleProfileComment } from './sample-profile-comment';

/** Returns a sample comment of the moderation queue, a visible one, with `changes` applied. */
export function sampleManagedComment(
  number: number,
  changes: Partial<ManagedComment> = {},
): ManagedComment {
  return {
    ...sampleProfileComment(number),
    blog: { _id: 'b1', id: 'b1', slug: 'b1', title: 'A post' },
    contentHtml: `<p>Comment ${number}</p>`,
    state: 'visible',
    heldFor: [],
    reportCount: 0,
    reports: [],
    edits: [],
    parentId: null,
    depth: 0,
    editedAt: null,
    role: null,
    ...changes,
  };
}
