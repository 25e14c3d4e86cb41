import { useQueryClient } from '@tanstack/react-query';

import { ApiError } from '../../shared/api/errors';
import { invalidateAfter } from '../../shared/api/invalidation';
import type { ManagedPost } from '../../shared/api/types';
import { type Fault, faultOf } from '../../shared/form/fault';
import { toast } from '../../shared/toast';
import { type Decision, notesQuery, reviewPost, submitPost } from './api';
import { momentText } from './publication-time';
import { type ReviewedPost, type StoredPost, changesOf } from './reviewed-post';

/** What was wrong with a step of the review. */
export type StepFault = Fault<'note' | 'publishAt'>;

/** Nothing is left to do in the dialog. */
const DONE = null;

const NOT_SUBMITTED =
  'This draft no longer waits for a review: somebody has decided on it, or published it.';
const CHANGED = 'The text was changed since you opened it, so nothing was decided.';

/** The steps of the review. Each saves the post first, and returns what to show in its dialog if it failed. */
export function useReview({ save, amend }: ReviewedPost, onOutdated: (message: string) => void) {
  const client = useQueryClient();

  async function run(
    step: (saved: StoredPost) => Promise<ManagedPost>,
    failed: string,
    done: string,
  ): Promise<StepFault | null> {
    const saved = await save();
    if (saved === null) {
      // The editor tells why.
      return DONE;
    }
    try {
      amend(changesOf(await step(saved)));
      toast.success(done);
      return DONE;
    } catch (error) {
      const outdated = outdatedMessage(error);
      if (outdated !== null) {
        onOutdated(outdated);
        return DONE;
      }
      return faultOf(error, ['note', 'publishAt'], failed);
    } finally {
      void client.invalidateQueries({ queryKey: notesQuery(saved.id).queryKey });
      void invalidateAfter(client, 'post');
    }
  }

  return {
    submit: (note: string) =>
      run(({ id }) => submitPost(id, note), 'Failed to submit the post', 'Submitted for review'),
    decide: (made: Omit<Decision, 'revision'>) =>
      run(
        ({ id, revision }) => reviewPost(id, { ...made, revision }),
        made.decision === 'changes' ? 'Failed to request changes' : 'Failed to approve the post',
        doneText(made),
      ),
  };
}

function doneText({ decision, publishAt }: Omit<Decision, 'revision'>): string {
  if (decision === 'changes') {
    return 'Changes requested';
  }
  return publishAt === undefined
    ? 'Approved and published'
    : `Approved: will be published on ${momentText(new Date(publishAt))}`;
}

/** Returns the message when the post is no longer as the page shows it. */
function outdatedMessage(error: unknown): string | null {
  switch (error instanceof ApiError ? error.code : undefined) {
    case 'revision_conflict':
      return CHANGED;
    case 'not_submitted':
      return NOT_SUBMITTED;
    case 'already_published':
      return 'This post is published already.';
    default:
      return null;
  }
}
