import { CalendarDays, EyeOff, Mail } from 'lucide-react';
import type { ReactNode } from 'react';

import type { User } from '../../shared/api/types';
import { ADMIN_PICTURE } from '../../shared/site';
import { Avatar } from '../../shared/ui/avatar';
import { PageTitle } from '../../shared/ui/page-title';
import { TimeStamp } from '../../shared/ui/time-stamp';
import './profile.css';
import { SocialLinks } from './social-links';

const AVATAR_SIZE = 96;

type Props = {
  user: User;
  /** The title of the tab; the reader's name by default. */
  title?: string;
  actions?: ReactNode;
};

/** The picture, name and details of a reader. */
export function ProfileHead({ user, title = user.name, actions }: Props) {
  return (
    <header className="profile-head">
      <Avatar
        src={user.profileImage?.url ?? ADMIN_PICTURE}
        alt={user.profileImage?.name ?? ''}
        size={AVATAR_SIZE}
        className="profile-avatar"
      />
      <div className="profile-who">
        <PageTitle title={title} className="profile-name">
          {user.name}
        </PageTitle>
        <ul className="profile-facts">
          {user.email !== '' && (
            <li>
              <Mail aria-hidden />
              <a href={`mailto:${user.email}`}>{user.email}</a>
            </li>
          )}
          {user.hideEmail && (
            <li>
              <EyeOff aria-hidden />
              <span>Email hidden from other readers</span>
            </li>
          )}
          <li>
            <CalendarDays aria-hidden />
            <span>
              Joined <TimeStamp time={user.createdAt} form="month" />
            </span>
          </li>
        </ul>
      </div>
      {actions && <div className="profile-actions">{actions}</div>}
      <div className="profile-about">
        <p className="profile-bio" dir="auto" data-missing={user.bio === '' || undefined}>
          {user.bio || 'No bio provided'}
        </p>
        <SocialLinks links={user.socialLinks} />
      </div>
    </header>
  );
}

/** The outline of a profile while it loads, so that the layout does not shift. */
export function ProfileSkeleton() {
  return (
    <div className="profile-head" role="status" aria-label="Loading the profile">
      <div className="skeleton profile-avatar" />
      <div className="profile-who">
        <div className="skeleton profile-skeleton-name" />
        <div className="skeleton profile-skeleton-facts" />
      </div>
      <div className="profile-about">
        <div className="skeleton skeleton-line" />
        <div className="skeleton skeleton-line skeleton-short" />
      </div>
    </div>
  );
}
