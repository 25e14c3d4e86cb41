import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';

import { paths } from '../../../shared/paths';

type Props = {
  message: string;
  /** Whether the post was edited while it was being saved. */
  hasNewerChanges: boolean;
};

/** The message that a post is saved, with a link to the dashboard. */
export function SavedBanner({ message, hasNewerChanges }: Props) {
  return (
    <div className="saved-banner" role="status">
      <CircleCheck aria-hidden />
      <p>
        {message}
        {hasNewerChanges && ' What you wrote since then is not saved yet.'}
      </p>
      <Link to={paths.adminDashboard} className="button button-small">
        Go to Dashboard
      </Link>
    </div>
  );
}
