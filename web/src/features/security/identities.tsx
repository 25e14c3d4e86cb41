import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { LinkedIdentity } from '../../shared/api/types';
import { toast } from '../../shared/toast';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { identitiesQuery, removeIdentity } from './api';
import { ConfirmationDialog } from './confirmation-dialog';
import { useFactors } from './factors';
import { Pending } from './pending';

/** The accounts at providers that log the reader in, with the dialog that removes one. */
export function Identities({ email }: { email: string }) {
  const { data, error, refetch } = useQuery(identitiesQuery());
  const { data: security } = useFactors('reader');
  const [asking, setAsking] = useState<LinkedIdentity | null>(null);

  if (!data) {
    return <Pending what="your linked accounts" error={error} onRetry={() => void refetch()} />;
  }
  const { identities, hasPassword } = data;
  const isRemovable = hasPassword && security !== undefined;
  return (
    <>
      {identities.length === 0 ? (
        <p className="security-text">
          None yet. To link one, log out and choose it on the login page.
        </p>
      ) : (
        <ul className="security-sessions" aria-label="Linked accounts">
          {identities.map((identity) => (
            <IdentityRow
              key={identity.id}
              identity={identity}
              ask={isRemovable ? setAsking : undefined}
            />
          ))}
        </ul>
      )}
      {!hasPassword && (
        <p className="security-text">
          Your account has no password yet. To set one, log out and choose “Forgot password?” on the
          login page: with it you can remove what is linked, and log in without it.
        </p>
      )}
      {asking && security && (
        <ConfirmationDialog
          email={email}
          factors={security.factors}
          title={`Remove ${asking.provider}?`}
          description="It does not log in to your account any more. Sessions that it began stay open: end them below."
          confirmText="Remove"
          busyText="Removing..."
          tone="danger"
          confirm={async (confirmation) => {
            toast.success((await removeIdentity(asking.id, confirmation)).message);
            await refetch();
          }}
          onClose={() => {
            setAsking(null);
          }}
        />
      )}
    </>
  );
}

type RowProps = {
  identity: LinkedIdentity;
  /** Missing where nothing can be removed. */
  ask: ((identity: LinkedIdentity) => void) | undefined;
};

function IdentityRow({ identity, ask }: RowProps) {
  const { provider, email, createdAt, usedAt } = identity;
  return (
    <li className="security-session">
      <div className="security-session-text">
        <p className="security-session-agent">{provider}</p>
        <p className="security-text">
          {email}, linked <TimeStamp time={createdAt} />, last used{' '}
          <TimeStamp time={usedAt} form="ago" />
        </p>
      </div>
      {ask && (
        <button
          type="button"
          className="button button-small button-danger"
          aria-label={`Remove ${provider}`}
          onClick={() => {
            ask(identity);
          }}
        >
          Remove
        </button>
      )}
    </li>
  );
}
