import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { Link, useParams } from 'react-router';

import { profileQuery } from '../../../features/profile/api';
import { LoginRequired } from '../../../features/profile/login-required';
import { PersonOutline } from '../../../features/profile/person-outline';
import { ProfileHead, ProfileSkeleton } from '../../../features/profile/profile-head';
import { ProfileFailure, ProfileNotFound } from '../../../features/profile/profile-states';
import { UserComments } from '../../../features/profile/user-comments';
import { isNotFound, messageFor } from '../../../shared/api/errors';
import { type Person, bootstrapped } from '../../../shared/api/bootstrap-data';
import { useIsHydrating } from '../../../shared/hydration';
import { paths } from '../../../shared/paths';
import { currentAdmin, useAdmin } from '../../../shared/session/admin-session';
import { currentSession, useSession } from '../../../shared/session/session';
import { useDocumentTitle } from '../../../shared/ui/page-title';
import type { Prefetch } from '../../prefetched-page';

export const prefetchPublicProfile: Prefetch = async (client, { params: { userId = '' } }) => {
  if (currentSession() || currentAdmin()) {
    await client.query(profileQuery(userId));
  }
};

/** The profile of a reader; visitors have to sign in first. */
export function PublicProfilePage() {
  const { userId = '' } = useParams();
  const session = useSession();
  const isAdmin = useAdmin() !== null;
  return session || isAdmin ? (
    <PublicProfile key={userId} userId={userId} isOwn={session?.account._id === userId} />
  ) : (
    <VisitorProfile userId={userId} />
  );
}

function VisitorProfile({ userId }: { userId: string }) {
  const person = bootstrapped('Person', paths.profile(userId));
  return person === null ? <ProfileNotFound /> : <LoginFirst person={person} />;
}

function LoginFirst({ person }: { person: Person | undefined }) {
  const isHydrating = useIsHydrating();
  // After a navigation in the client there is no bootstrap data, and the name is unknown.
  useDocumentTitle(person?.name ?? 'Profile');
  return (
    <div className="page profile">
      {person ? <PersonOutline person={person} /> : <ProfileSkeleton />}
      {!isHydrating && <LoginRequired />}
    </div>
  );
}

function PublicProfile({ userId, isOwn }: { userId: string; isOwn: boolean }) {
  const { data: user, error, refetch } = useQuery(profileQuery(userId));
  if (isNotFound(error)) {
    return <ProfileNotFound />;
  }
  if (user) {
    return (
      <div className="page profile">
        <ProfileHead user={user} actions={isOwn && <EditLink />} />
        <UserComments userId={userId} title="Comments" />
      </div>
    );
  }
  if (error) {
    return (
      <ProfileFailure
        message={messageFor(error, 'Failed to fetch profile')}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div className="page profile">
      <ProfileSkeleton />
    </div>
  );
}

function EditLink() {
  return (
    <Link to={paths.ownProfile} className="button">
      <Pencil aria-hidden />
      Edit
    </Link>
  );
}
