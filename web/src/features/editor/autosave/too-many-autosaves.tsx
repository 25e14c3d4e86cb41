import { Link } from 'react-router';

import { paths } from '../../../shared/paths';

/** Tells that the server has no room for another unsaved text. */
export function TooManyAutosaves() {
  return (
    <p className="draft-trouble" role="alert">
      The server keeps 50 unsaved texts of yours, and has as many: this one is kept in this browser
      alone. Save it, or discard another one under{' '}
      <Link to={paths.adminPosts} target="_blank" className="link">
        All Posts
      </Link>
      .
    </p>
  );
}
