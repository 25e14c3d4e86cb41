import { Link } from 'react-router';

import type { ListedUser } from '../../shared/api/types';
import { paths } from '../../shared/paths';
import { PersonPicture } from '../../shared/ui/person-picture';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { RecentPanel } from './recent-panel';

/** Undefined while loading. */
type Props = { users: readonly ListedUser[] | undefined };

export function RecentUsers({ users }: Props) {
  return (
    <RecentPanel
      title="Recent Users"
      note="Last 4 signups"
      more={{ text: 'All Users', to: paths.adminUsers }}
      empty="No recent users found"
      items={users}
    >
      {({ _id: id, name, username, profileImage, createdAt }) => (
        <>
          <PersonPicture image={profileImage} />
          <div className="recent-text">
            <span className="row-title">{name || username}</span>
            <span className="row-note">
              Joined <TimeStamp time={createdAt} />
            </span>
          </div>
          <Link
            to={paths.profile(id)}
            className="button row-button"
            aria-label={`View Profile of ${name || username}`}
          >
            View Profile
          </Link>
        </>
      )}
    </RecentPanel>
  );
}
