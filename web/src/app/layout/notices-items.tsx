import { Bell, Newspaper } from 'lucide-react';
import { NavLink } from 'react-router';

import { unreadBadge, withUnread } from '../../features/notices/unread-texts';
import { useUnread } from '../../features/notices/use-unread';
import { paths } from '../../shared/paths';
import { useSession } from '../../shared/session/session';
import './notices-items.css';
import { RailLabel } from './rail-label';

export type OwnItemsProps = {
  /** Who is signed in: on the site, or in the panel. */
  of: 'reader' | 'admin' | 'panel';
  bar: 'side' | 'bottom';
};

/** The bell with the number of unread notices, and in the side bar of readers what they follow. */
export function NoticesItems({ of, bar }: OwnItemsProps) {
  const isOnboarded = useSession()?.account.onboarded;
  if (of === 'reader' && !isOnboarded) {
    return null;
  }
  if (bar === 'bottom') {
    return <BottomBell of={of} />;
  }
  return (
    <>
      {of === 'reader' && (
        <RailLabel name="Following">
          <NavLink to={paths.following()} className="side-item" aria-label="Following">
            <Newspaper aria-hidden />
            <span className="side-label">Following</span>
          </NavLink>
        </RailLabel>
      )}
      <SideBell of={of} />
    </>
  );
}

type BellProps = Pick<OwnItemsProps, 'of'>;

function SideBell({ of }: BellProps) {
  const unread = useUnread(of === 'reader' ? 'reader' : 'admin');
  const name = withUnread('Notifications', unread);
  return (
    <RailLabel name={name}>
      <NavLink to={pathOf(of)} className="side-item bell" aria-label={name}>
        <Bell aria-hidden />
        <span className="side-label">Notifications</span>
        <Badge unread={unread} />
      </NavLink>
    </RailLabel>
  );
}

function BottomBell({ of }: BellProps) {
  const unread = useUnread(of === 'reader' ? 'reader' : 'admin');
  return (
    <NavLink
      to={pathOf(of)}
      className="bottom-item bell"
      aria-label={withUnread('Notices', unread)}
    >
      <Bell aria-hidden />
      Notices
      <Badge unread={unread} />
    </NavLink>
  );
}

/** The number, which the name of the link says as well. */
function Badge({ unread }: { unread: number }) {
  const text = unreadBadge(unread);
  return (
    text !== '' && (
      <span className="bell-badge" aria-hidden>
        {text}
      </span>
    )
  );
}

function pathOf(of: OwnItemsProps['of']): string {
  return of === 'panel' ? paths.adminNotifications : paths.notifications;
}
