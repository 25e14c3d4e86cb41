import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';

import { paths } from '../../../shared/paths';

type Props = {
  message: string;
  /** Whether more was written while the post was being saved. */
  isBehind: boolean;
};

/** Says that the post is saved, and leads on. */
export function SavedBanner({ message, isBehind }: Props) {
  return (
    <div className="saved-banner" role="status">
      <CircleCheck aria-hidden />
      <p>
        {message}
        {isBehind && ' What you wrote since then is not saved yet.'}
      </p>
      <Link to={paths.adminDashboard} className="button button-small">
        Go to Dashboard
      </Link>
    </div>
  );
}
