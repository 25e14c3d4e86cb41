import { useState } from 'react';

import { usePermissions } from '../../shared/session/permissions';
import { toast } from '../../shared/toast';
import { type ReviewedPost, isSubmitted } from './reviewed-post';
import { StepDialog } from './step-dialog';
import { SUBMIT } from './steps';
import { useReview } from './use-review';

/** The button that submits the edited draft, for those who may not publish it. */
export function SubmitButton({ post }: { post: ReviewedPost }) {
  const { canPublish } = usePermissions();
  const [isOpen, setOpen] = useState(false);
  const { submit } = useReview(post, toast.error);
  const isOffered = !canPublish && post.stored?.status !== 'published' && !isSubmitted(post.stored);
  return (
    <>
      {isOffered && (
        <button
          type="button"
          className="button button-primary"
          aria-label={SUBMIT.title}
          disabled={post.isBusy}
          onClick={() => {
            setOpen(post.check());
          }}
        >
          <span>
            Submit<span className="post-wide-label"> for Review</span>
          </span>
        </button>
      )}
      {isOpen && (
        <StepDialog
          step={SUBMIT}
          onConfirm={({ note }) => submit(note)}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
