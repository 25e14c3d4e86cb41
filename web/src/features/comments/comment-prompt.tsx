import { paths } from '../../shared/paths';

/** The comment form for visitors: an invitation with links to the login and the sign-up. */
export function CommentPrompt() {
  return (
    <form className="comment-form comment-invitation" aria-labelledby="comment-prompt">
      <p id="comment-prompt" className="comment-label">
        Log in to join the conversation
      </p>
      <p className="comment-prompt">
        <a href={paths.login}>Please login to comment</a>
      </p>
      <div className="comment-form-foot">
        <a href={paths.login} className="button button-primary">
          Login
        </a>
        <a href={paths.signup} className="button">
          Sign up
        </a>
        <button type="submit" className="button comment-submit" disabled>
          Comment
        </button>
      </div>
    </form>
  );
}
