import { CircleAlert } from 'lucide-react';

import { type AccountKind, SESSION_ENDED, useEndedSession } from './ended-session';

/** The note on a login page that a session of this kind of account has ended. */
export function EndedSessionNote({ kind }: { kind: AccountKind }) {
  return useEndedSession() === kind ? (
    <p role="status" className="form-note">
      <CircleAlert aria-hidden />
      {SESSION_ENDED}
    </p>
  ) : null;
}
