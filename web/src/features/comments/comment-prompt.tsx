import { Link, useLocation } from 'react-router';

import { paths } from '../../shared/paths';
import { useAdmin } from '../../shared/session/admin-session';
import { readersOnly } from '../../shared/session/readers-only';
import type { LoginState } from '../../shared/session/login-prompt';

/** The comment form for visitors: an invitation with links to the login and the sign-up. */
export function CommentPrompt() {
  const { pathname, search } = useLocation();
  const isAdmin = useAdmin() !== null;
  const state: LoginState = { from: `${pathname}${search}#comments` };
  if (isAdmin) {
    return (
      <div className="comment-form comment-invitation">
        <p className="comment-prompt">{readersOnly('comment')}</p>
      </div>
    );
  }
  return (
    <form className="comment-form comment-invitation" aria-labelledby="comment-prompt">
      <p id="comment-prompt" className="comment-label">
        Log in to join the conversation
      </p>
      <p className="comment-prompt">
        <Link to={paths.login} state={state}>
          Please login to comment
        </Link>
      </p>
      <div className="comment-form-foot">
        <Link to={paths.login} state={state} className="button button-primary">
          Login
        </Link>
        <Link to={paths.signup} state={state} className="button">
          Sign up
        </Link>
        <button type="submit" className="button comment-submit" disabled>
          Comment
        </button>
      </div>
    </form>
  );
}
