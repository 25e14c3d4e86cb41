import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import type { AccountSession } from '../../shared/api/types';
import type { AccountKind } from '../../shared/session/ended-session';
import { toastFailure } from '../../shared/session/toast-failure';
import { toast } from '../../shared/toast';
import { focusPageTitle } from '../../shared/ui/page-title';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { endOtherSessions, endSession, sessionsQuery } from './api';
import { Pending } from './pending';

/** The sessions of an account, which it can end. */
export function Sessions({ kind }: { kind: AccountKind }) {
  const query = sessionsQuery(kind);
  const { data, error, refetch } = useQuery(query);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey });
  const endOthers = useMutation({
    mutationFn: () => endOtherSessions(kind),
    onSuccess: async (message) => {
      toast.success(message);
      await refresh();
      focusPageTitle();
    },
    onError: (failure) => {
      toastFailure(failure, 'Failed to end the other sessions');
    },
  });

  if (data === undefined) {
    return <Pending what="your sessions" error={error} onRetry={() => void refetch()} />;
  }
  // Logins from before the site listed them are in no list, but end with all others.
  const isListed = data.some(({ isCurrent }) => isCurrent);
  const isAlone = isListed && data.length === 1;
  return (
    <>
      <ul className="security-sessions">
        {data.map((session) => (
          <SessionRow key={session.id} kind={kind} session={session} onEnded={refresh} />
        ))}
      </ul>
      {!isListed && (
        <p className="security-text">
          This login is older than the list. Log in again to see it here.
        </p>
      )}
      {isAlone ? (
        <p className="security-text">You are logged in nowhere else.</p>
      ) : (
        <div className="security-actions">
          <button
            type="button"
            className="button button-danger"
            disabled={endOthers.isPending}
            onClick={() => {
              endOthers.mutate();
            }}
          >
            {endOthers.isPending ? 'Ending...' : 'End all other sessions'}
          </button>
        </div>
      )}
    </>
  );
}

type RowProps = { kind: AccountKind; session: AccountSession; onEnded: () => Promise<void> };

function SessionRow({ kind, session, onEnded }: RowProps) {
  const end = useMutation({
    mutationFn: () => endSession(kind, session.id),
    onSuccess: async ({ message }) => {
      toast.success(message);
      await onEnded();
      focusPageTitle();
    },
    onError: (failure) => {
      toastFailure(failure, 'Failed to end the session');
    },
  });
  return (
    <li className="security-session">
      <div className="security-session-text">
        <p className="security-session-agent">
          {session.agent}
          {session.isCurrent && <span className="badge">This device</span>}
        </p>
        <p className="security-text">
          Logged in <TimeStamp time={session.createdAt} form="moment" />, last used{' '}
          <TimeStamp time={session.seenAt} form="ago" />,{' '}
          {session.isSameNetwork ? 'on this network' : 'on another network'}
        </p>
      </div>
      {!session.isCurrent && (
        <button
          type="button"
          className="button button-small"
          disabled={end.isPending}
          aria-label={`End the session of ${session.agent}`}
          onClick={() => {
            end.mutate();
          }}
        >
          {end.isPending ? 'Ending...' : 'End'}
        </button>
      )}
    </li>
  );
}
