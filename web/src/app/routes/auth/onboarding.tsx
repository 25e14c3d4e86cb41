import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';

import { OnboardingForm } from '../../../features/onboarding/onboarding-form';
import type { User } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { returnPath } from '../../../shared/session/login-prompt';
import { currentSession, isUser, updateUser } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';

export function OnboardingPage() {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  // The reader when the page opened: after the form they are onboarded and leave by `finish`.
  const [reader] = useState(() => currentSession()?.account);
  if (!reader || reader.onboarded) {
    return <Navigate to={paths.ownProfile} replace />;
  }

  function finish(user: User) {
    updateUser(user);
    void navigate(destination(state), { replace: true });
  }

  return (
    <>
      <PageTitle title="Complete Your Profile">Complete Your Profile</PageTitle>
      <p className="bare-lead">Let&apos;s get to know you better</p>
      <OnboardingForm user={initialUser(state, reader)} onDone={finish} />
    </>
  );
}

/** Returns the page that the reader came from; the home page if that was onboarding itself. */
function destination(state: unknown): string {
  const from = returnPath(state);
  return from === paths.onboarding ? paths.home : from;
}

/** Returns the reader from the navigation state if it is the same reader, else the stored one. */
function initialUser(state: unknown, reader: User): User {
  const fromState =
    typeof state === 'object' && state !== null && 'userData' in state ? state.userData : null;
  return isUser(fromState) && fromState._id === reader._id ? fromState : reader;
}
