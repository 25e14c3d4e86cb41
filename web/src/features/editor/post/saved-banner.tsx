import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';

import { paths } from '../../../shared/paths';

/** Says that the post is saved, and leads on. */
export function SavedBanner({ message }: { message: string }) {
  return (
    <div className="saved-banner" role="status">
      <CircleCheck aria-hidden />
      <p>{message}</p>
      <Link to={paths.adminDashboard} className="button button-small">
        Go to Dashboard
      </Link>
    </div>
  );
}
