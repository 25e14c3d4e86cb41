import { Link, useLocation } from 'react-router';

import { paths } from '../../shared/paths';
import { useAdmin } from '../../shared/session/admin-session';
import { readersOnly } from '../../shared/session/readers-only';
import type { LoginState } from '../../shared/session/login-prompt';

const ROWS = 2;

/** The form as somebody without an account sees it: what could be done here, and the way to it. */
export function CommentPrompt() {
  const { pathname, search } = useLocation();
  const isAdmin = useAdmin() !== null;
  const state: LoginState = { from: `${pathname}${search}#comments` };
  return (
    <form className="comment-form" aria-describedby="comment-prompt">
      <label htmlFor="comment-text" className="comment-label">
        Add a comment
      </label>
      <textarea id="comment-text" className="field-control field-area" rows={ROWS} disabled />
      <div className="comment-form-foot">
        <p id="comment-prompt" className="comment-prompt">
          {isAdmin ? (
            readersOnly('comment')
          ) : (
            <Link to={paths.login} state={state}>
              Please login to comment
            </Link>
          )}
        </p>
        <button type="submit" className="button" disabled>
          Comment
        </button>
      </div>
    </form>
  );
}
