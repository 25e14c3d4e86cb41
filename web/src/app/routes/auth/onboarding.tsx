import { useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';

import { OnboardingForm } from '../../../features/onboarding/onboarding-form';
import type { User } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { cameFrom } from '../../../shared/session/login-prompt';
import { currentSession, isUser, updateUser } from '../../../shared/session/session';
import { PageTitle } from '../../../shared/ui/page-title';

export function OnboardingPage() {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  // Who comes in counts: at the end the reader is onboarded too, and goes elsewhere.
  const [reader] = useState(() => currentSession()?.user);
  if (!reader || reader.onboarded) {
    return <Navigate to={paths.ownProfile} replace />;
  }

  function finish(user: User) {
    updateUser(user);
    void navigate(afterwards(state), { replace: true });
  }

  return (
    <>
      <PageTitle title="Complete Your Profile">Complete Your Profile</PageTitle>
      <p className="bare-lead">Let&apos;s get to know you better</p>
      <OnboardingForm user={handedOn(state, reader)} onDone={finish} />
    </>
  );
}

/** Where the reader came from; home for one who was led here from the sign-in itself. */
function afterwards(state: unknown): string {
  const from = cameFrom(state);
  return from === paths.onboarding ? paths.home : from;
}

/** The page before may hand on the reader; the stored one holds otherwise. */
function handedOn(state: unknown, reader: User): User {
  const given =
    typeof state === 'object' && state !== null && 'userData' in state ? state.userData : null;
  return isUser(given) && given._id === reader._id ? given : reader;
}
