import { useState } from 'react';

import type { Passkey } from '../../shared/api/types';
import { supportsPasskeys } from '../../shared/passkeys/supports-passkeys';
import { toast } from '../../shared/toast';
import { focusPageTitle } from '../../shared/ui/page-title';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { removePasskey } from './api';
import { ConfirmationDialog } from './confirmation-dialog';
import { useFactors } from './factors';
import { AddPasskeyDialog, RenamePasskeyDialog } from './passkey-dialogs';
import { Pending } from './pending';
import { RecoveryCodes } from './recovery-codes';
import type { SecuredAccount } from './security';

type Asking = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey } | null;

/** The passkeys of an account, with the dialogs that change them. */
export function Passkeys({ account }: { account: SecuredAccount }) {
  const { kind, email } = account;
  const { data, error, refresh } = useFactors(kind);
  const [asking, setAsking] = useState<Asking>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setAsking(null);
  };

  if (!data) {
    return <Pending what="your passkeys" error={error} onRetry={() => void refresh()} />;
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
  const { factors } = data;
  const { available, passkeys } = data.passkeys;
  const isOnlyFactor = passkeys.length === 1 && !factors.hasApp;
  return (
    <>
      {passkeys.length === 0 ? (
        <p className="security-text">You have no passkeys yet.</p>
      ) : (
        <ul className="security-sessions" aria-label="Passkeys">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} ask={setAsking} />
          ))}
        </ul>
      )}
      <Addition
        isAvailable={available}
        onAdd={() => {
          setAsking({ what: 'add' });
        }}
      />
      {asking?.what === 'add' && (
        <AddPasskeyDialog
          account={account}
          factors={factors}
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
        <ConfirmationDialog
          email={email}
          factors={factors}
          title={`Remove the passkey ${asking.passkey.name}?`}
          description={
            isOnlyFactor
              ? 'From then on your password alone is enough to log in, and your recovery codes end. Delete the passkey on the device as well.'
              : 'It will not log in to your account any more. Delete it on the device as well.'
          }
          confirmText="Remove"
          busyText="Removing..."
          tone="danger"
          confirm={async (confirmation) => {
            toast.success((await removePasskey(kind, asking.passkey.id, confirmation)).message);
            await refresh();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** The button that adds a passkey, or why there can be none. */
function Addition({ isAvailable, onAdd }: { isAvailable: boolean; onAdd: () => void }) {
  if (!isAvailable) {
    return (
      <p className="security-text">
        Passkeys need a site with a name and HTTPS. This site is reached by a bare IP address or
        without encryption.
      </p>
    );
  }
  if (!supportsPasskeys()) {
    return <p className="security-text">This browser has no passkeys at this address.</p>;
  }
  return (
    <div className="security-actions">
      <button type="button" className="button button-primary" onClick={onAdd}>
        Add a passkey
      </button>
    </div>
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
