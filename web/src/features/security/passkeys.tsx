import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import type { Passkey } from '../../shared/api/types';
import { hasPasskeys } from '../../shared/passkeys/has-passkeys';
import { setSecondFactorDemanded } from '../../shared/session/second-factor-demand';
import { toast } from '../../shared/toast';
import { ErrorState } from '../../shared/ui/failure-states';
import { focusPageTitle } from '../../shared/ui/page-title';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { passkeysQuery, removePasskey, secondFactorQuery } from './api';
import { PasswordDialog } from './confirm-dialogs';
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs';
import { RecoveryCodes } from './recovery-codes';
import type { SecuredAccount } from './security';

type Asking = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey } | null;

/** The passkeys of an account, with the dialogs that change them. */
export function Passkeys({ account }: { account: SecuredAccount }) {
  const { kind, email } = account;
  const query = passkeysQuery(kind);
  const { data, error, refetch } = useQuery(query);
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setAsking(null);
  };

  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: query.queryKey }),
      client.invalidateQueries({ queryKey: secondFactorQuery(kind).queryKey }),
    ]);
  };

  // One is enough where the site demands a second factor.
  const hasSome = data !== undefined && data.passkeys.length > 0;
  useEffect(() => {
    if (hasSome && kind === 'admin') {
      setSecondFactorDemanded(false);
    }
  }, [hasSome, kind]);

  if (data === undefined) {
    return error ? (
      <ErrorState
        message={messageFor(error, 'Failed to load your passkeys')}
        onRetry={() => void refetch()}
      />
    ) : (
      <div role="status" aria-label="Loading your passkeys">
        <div className="skeleton skeleton-line" aria-hidden />
      </div>
    );
  }
  if (codes) {
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes(null);
          focusPageTitle();
        }}
      />
    );
  }
  return (
    <>
      {data.passkeys.length === 0 ? (
        <p className="security-text">You have no passkeys yet.</p>
      ) : (
        <ul className="security-sessions" aria-label="Passkeys">
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} ask={setAsking} />
          ))}
        </ul>
      )}
      {!data.available ? (
        <p className="security-text">
          Passkeys need a site with a name and HTTPS. This site is reached by a bare IP address or
          without encryption.
        </p>
      ) : hasPasskeys() ? (
        <div className="security-actions">
          <button
            type="button"
            className="button button-primary"
            onClick={() => {
              setAsking({ what: 'add' });
            }}
          >
            Add a passkey
          </button>
        </div>
      ) : (
        <p className="security-text">This browser has no passkeys at this address.</p>
      )}
      {asking?.what === 'add' && (
        <AddPasskeyDialog
          account={account}
          onAdded={async ({ message, recoveryCodes }) => {
            toast.success(message);
            setCodes(recoveryCodes);
            await refresh();
          }}
          onClose={close}
        />
      )}
      {asking?.what === 'rename' && (
        <RenamePasskeyDialog
          kind={kind}
          passkey={asking.passkey}
          onRenamed={refresh}
          onClose={close}
        />
      )}
      {asking?.what === 'remove' && (
        <PasswordDialog
          email={email}
          title={`Remove the passkey ${asking.passkey.name}?`}
          description="It will not log in to your account any more. Delete it on the device as well."
          confirmText="Remove"
          busyText="Removing..."
          tone="danger"
          confirm={async (password) => {
            toast.success((await removePasskey(kind, asking.passkey.id, password)).message);
            await refresh();
            focusPageTitle();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

type RowProps = { passkey: Passkey; ask: (what: Asking) => void };

function PasskeyRow({ passkey, ask }: RowProps) {
  const { name, createdAt, usedAt } = passkey;
  return (
    <li className="security-session">
      <div className="security-session-text">
        <p className="security-session-agent">{name}</p>
        <p className="security-text">
          Added <TimeStamp time={createdAt} />,{' '}
          {usedAt ? (
            <>
              last used <TimeStamp time={usedAt} form="ago" />
            </>
          ) : (
            'not used yet'
          )}
        </p>
      </div>
      <div className="security-actions">
        <button
          type="button"
          className="button button-small"
          aria-label={`Rename ${name}`}
          onClick={() => {
            ask({ what: 'rename', passkey });
          }}
        >
          Rename
        </button>
        <button
          type="button"
          className="button button-small button-danger"
          aria-label={`Remove ${name}`}
          onClick={() => {
            ask({ what: 'remove', passkey });
          }}
        >
          Remove
        </button>
      </div>
    </li>
  );
}
