import { useState } from 'react';

import type { ReviewedPost } from './reviewed-post';
import { type Step, StepDialog, type StepInput } from './step-dialog';
import { APPROVE, CHANGES, SCHEDULE } from './steps';
import { useReview } from './use-review';

type Props = { post: ReviewedPost; onOutdated: (message: string) => void };

/** The decisions on a submitted draft. What is unsaved is saved before. */
export function ReviewActions({ post, onOutdated }: Props) {
  const [step, setStep] = useState<Step | null>(null);
  const { decide } = useReview(post, onOutdated);

  function open(next: Step) {
    if (post.check()) {
      setStep(next);
    }
  }

  function confirm(made: Step, input: StepInput) {
    return decide({ decision: made === CHANGES ? 'changes' : 'approve', ...input });
  }

  return (
    <div className="review-actions">
      <button
        type="button"
        className="button button-small"
        disabled={post.isBusy}
        onClick={() => {
          open(CHANGES);
        }}
      >
        Request changes
      </button>
      <button
        type="button"
        className="button button-small"
        disabled={post.isBusy}
        onClick={() => {
          open(SCHEDULE);
        }}
      >
        Approve and schedule…
      </button>
      <button
        type="button"
        className="button button-small button-primary"
        disabled={post.isBusy}
        onClick={() => {
          open(APPROVE);
        }}
      >
        Approve and publish
      </button>
      {step && (
        <StepDialog
          step={step}
          onConfirm={(input) => confirm(step, input)}
          onClose={() => {
            setStep(null);
          }}
        />
      )}
    </div>
  );
}
