import { type KeyboardEvent, type SubmitEvent, useId } from 'react';

import type { User } from '../../shared/api/types';
import { lengthOf } from '../../shared/form/rules';
import { useSession } from '../../shared/session/session';
import { CommentPrompt } from './comment-prompt';
import { useAddComment } from './use-add-comment';
import { useDraft } from './use-draft';

const ROWS = 3;
/** The server's limit (rulings §4). */
const COMMENT_MAX = 5_000;
const COUNTED_FROM = COMMENT_MAX - 500;

type Props = {
  postId: string;
  /** Called with the id of an added comment. */
  onAdded: (id: string) => void;
};

/** The form to write a comment; for visitors a link to the login. */
export function CommentForm({ postId, onAdded }: Props) {
  const session = useSession();
  return session ? (
    <WritingForm
      key={session.account._id}
      postId={postId}
      user={session.account}
      onAdded={onAdded}
    />
  ) : (
    <CommentPrompt />
  );
}

function WritingForm({ postId, user, onAdded }: Props & { user: User }) {
  const counterId = useId();
  const draft = useDraft(`${user._id} ${postId}`);
  const { add, isBusy, lost } = useAddComment(postId);
  const length = lengthOf(draft.text.trim());
  const canSubmit = length > 0 && length <= COMMENT_MAX && !isBusy;

  async function submit() {
    const added = canSubmit ? await add(draft.text.trim()) : null;
    if (added) {
      draft.clear();
      onAdded(added._id);
    }
  }

  function submitByKeys(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void submit();
    }
  }

  return (
    <form
      className="comment-form"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label htmlFor="comment-text" className="comment-label">
        Add a comment
      </label>
      <textarea
        id="comment-text"
        className="field-control field-area"
        rows={ROWS}
        dir="auto"
        placeholder="What do you think?"
        value={draft.text}
        readOnly={isBusy}
        aria-invalid={length > COMMENT_MAX || undefined}
        aria-describedby={counterId}
        onChange={({ target }) => {
          draft.write(target.value);
        }}
        onKeyDown={submitByKeys}
      />
      {lost && (
        <div className="comment-lost" role="alert">
          <p>{lost}</p>
          <button type="submit" className="button button-small">
            Try again
          </button>
        </div>
      )}
      <div className="comment-form-foot">
        <p id={counterId} className="comment-counter" data-over={length > COMMENT_MAX || undefined}>
          {length >= COUNTED_FROM &&
            `${length.toLocaleString()} of ${COMMENT_MAX.toLocaleString()} characters`}
        </p>
        <button type="submit" className="button button-primary" disabled={!canSubmit}>
          {isBusy ? 'Posting...' : 'Comment'}
        </button>
      </div>
    </form>
  );
}
