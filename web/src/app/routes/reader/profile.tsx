import { useQuery } from '@tanstack/react-query';
import { Bookmark, LogOut, Newspaper, Pencil } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';

import { exportData, ownProfileQuery } from '../../../features/profile/api';
import { ChangePassword } from '../../../features/profile/change-password';
import { DeleteAccount } from '../../../features/profile/delete-account';
import { EditProfile } from '../../../features/profile/edit-profile';
import { LogOutEverywhere } from '../../../features/profile/log-out-everywhere';
import { PendingEmail } from '../../../features/profile/pending-email';
import { ProfileHead } from '../../../features/profile/profile-head';
import { ProfileFailure } from '../../../features/profile/profile-states';
import { UserComments } from '../../../features/profile/user-comments';
import { WriteForUs } from '../../../features/profile/write-for-us';
import { ConfirmedDownload } from '../../../features/security/confirmed-download';
import { messageFor } from '../../../shared/api/errors';
import type { User } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { reloadPage } from '../../../shared/reload-page';
import { useSession } from '../../../shared/session/session';
import { useLogout } from '../../../shared/session/use-logout';

type Mode = 'viewing' | 'editing' | 'edited';

/** The reader's own profile; a route guard excludes visitors. */
export function ProfilePage() {
  const session = useSession();
  return session && <OwnProfile user={session.account} />;
}

/** Shows the reader of the session at once; the response of the server updates the session. */
function OwnProfile({ user }: { user: User }) {
  const [mode, setMode] = useState<Mode>('viewing');
  const isEditing = mode === 'editing';
  const profile = useQuery(ownProfileQuery(user._id));
  if (user._id === '') {
    return <ProfileFailure message="User ID not found" onRetry={reloadPage} />;
  }
  // While editing, an error page would discard the form.
  if (profile.isLoadingError && !isEditing) {
    return (
      <ProfileFailure
        message={messageFor(profile.error, 'Failed to fetch user data')}
        onRetry={() => void profile.refetch()}
      />
    );
  }
  return (
    <div className="page profile">
      {user.pendingEmail && <PendingEmail user={user} pendingEmail={user.pendingEmail} />}
      <ProfileHead
        user={user}
        title="Profile"
        actions={
          !isEditing && (
            <EditButton
              takesFocus={mode === 'edited'}
              onEdit={() => {
                setMode('editing');
              }}
            />
          )
        }
      />
      <PhoneActions />
      {isEditing && (
        <EditProfile
          user={user}
          onDone={() => {
            setMode('edited');
          }}
        />
      )}
      {isEditing && <ChangePassword user={user} />}
      <UserComments userId={user._id} title="My Comments" />
      <MailSettingsLink />
      <SecurityLink />
      <WriteForUs user={user} />
      <LogOutEverywhere />
      <ExportData user={user} />
      <DeleteAccount user={user} />
    </div>
  );
}

type EditButtonProps = { takesFocus: boolean; onEdit: () => void };

/** The button that opens the form; `takesFocus` returns the focus to it afterwards. */
function EditButton({ takesFocus, onEdit }: EditButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) {
      button.current?.focus();
    }
  }, [takesFocus]);
  return (
    <button ref={button} type="button" className="button" onClick={onEdit}>
      <Pencil aria-hidden />
      Edit Profile
    </button>
  );
}

/** Actions that the bottom bar of a phone has no room for (product.md §2). */
function PhoneActions() {
  const logOut = useLogout('reader');
  return (
    <div className="profile-phone-actions">
      <Link to={paths.bookmarks} className="button">
        <Bookmark aria-hidden />
        Bookmarks
      </Link>
      <Link to={paths.following()} className="button">
        <Newspaper aria-hidden />
        Following
      </Link>
      <button type="button" className="button" onClick={logOut}>
        <LogOut aria-hidden />
        Logout
      </button>
    </div>
  );
}

function ExportData({ user }: { user: User }) {
  return (
    <section className="account-action" aria-labelledby="export-data">
      <div>
        <h2 id="export-data" className="account-action-title">
          Export data
        </h2>
        <p className="account-action-text">
          Everything that is kept about you: your comments, likes, bookmarks and settings.
        </p>
      </div>
      <ConfirmedDownload
        account={{ kind: 'reader', email: user.email }}
        buttonText="Export data"
        title="Export your data?"
        description="You get a zip archive with a page to read, and the same for programs. Keep it to yourself. It can be made once an hour."
        name="my-data.zip"
        load={(confirmation) => exportData(user._id, confirmation)}
      />
    </section>
  );
}

function SecurityLink() {
  return (
    <section className="account-action" aria-labelledby="security">
      <div>
        <h2 id="security" className="account-action-title">
          Security
        </h2>
        <p className="account-action-text">
          A second factor for your login, and the devices where you are logged in.
        </p>
      </div>
      <Link to={paths.security} className="button">
        Security
      </Link>
    </section>
  );
}

function MailSettingsLink() {
  return (
    <section className="account-action" aria-labelledby="mail-settings">
      <div>
        <h2 id="mail-settings" className="account-action-title">
          Mail
        </h2>
        <p className="account-action-text">
          Replies, mentions and new posts by mail: at once, once a day, once a week, or not at all.
        </p>
      </div>
      <Link to={paths.mailSettings} className="button">
        Mail settings
      </Link>
    </section>
  );
}
