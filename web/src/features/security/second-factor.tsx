import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import { setSecondFactorDemanded } from '../../shared/session/second-factor-demand';
import { toast } from '../../shared/toast';
import { focusPageTitle } from '../../shared/ui/page-title';
import { TimeStamp } from '../../shared/ui/time-stamp';
import { removeSecondFactor, renewRecoveryCodes, setUpTotp } from './api';
import { ConfirmationDialog } from './confirmation-dialog';
import { type Factors, useFactors } from './factors';
import { Pending } from './pending';
import { RecoveryCodes } from './recovery-codes';
import type { SecuredAccount } from './security';
import { SetUp, type Secret } from './set-up';

const FEW_CODES = 3;

type Asking = 'set-up' | 'renew' | 'remove' | null;

/** The authenticator app and the recovery codes of an account, with the steps that change them. */
export function SecondFactor({ account }: { account: SecuredAccount }) {
  const { kind, email } = account;
  const { data, error, refresh } = useFactors(kind);
  const [asking, setAsking] = useState<Asking>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const ask = (what: Asking) => () => {
    setAsking(what);
  };

  // The panel leads here as long as the site demands a second factor and there is none.
  const hasFactor = data !== undefined && (data.factors.hasApp || data.factors.hasPasskey);
  const isMet = hasFactor || data?.app.required === false;
  useEffect(() => {
    if (isMet && kind === 'admin') {
      setSecondFactorDemanded(false);
    }
  }, [isMet, kind]);

  if (!data) {
    return <Pending what="your second factor" error={error} onRetry={() => void refresh()} />;
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
  if (secret) {
    return (
      <SetUp
        kind={kind}
        secret={secret}
        onConfirmed={(recoveryCodes) => {
          setSecret(null);
          setCodes(recoveryCodes);
          void refresh();
        }}
        onCancel={() => {
          setSecret(null);
          focusPageTitle();
        }}
      />
    );
  }
  const { app, factors } = data;
  const { hasApp, hasPasskey } = factors;
  const common = { email, factors, onClose: ask(null) };
  return (
    <>
      {!isMet && (
        <p className="form-note security-note">
          <ShieldOff aria-hidden />
          This site asks its team for a second factor. Set one up to go on.
        </p>
      )}
      <State factors={factors} since={app.since} codesLeft={app.recoveryCodesLeft} />
      <div className="security-actions">
        {hasFactor && (
          <button type="button" className="button" onClick={ask('renew')}>
            New recovery codes
          </button>
        )}
        {hasApp ? (
          <button type="button" className="button button-danger" onClick={ask('remove')}>
            Turn off
          </button>
        ) : (
          <button type="button" className="button button-primary" onClick={ask('set-up')}>
            Set up
          </button>
        )}
      </div>
      {asking === 'set-up' && (
        <ConfirmationDialog
          {...common}
          title="Set up an authenticator app"
          description="Confirm first that it is you."
          confirmText="Continue"
          busyText="Checking..."
          tone="primary"
          confirm={async (confirmation) => {
            const { secret: text, qr } = await setUpTotp(kind, confirmation);
            setSecret({ text, qr });
          }}
        />
      )}
      {asking === 'renew' && (
        <ConfirmationDialog
          {...common}
          title="New recovery codes?"
          description="The earlier ones stop working."
          confirmText="Make new codes"
          busyText="Making..."
          tone="primary"
          confirm={async (confirmation) => {
            setCodes(await renewRecoveryCodes(kind, confirmation));
            void refresh();
          }}
        />
      )}
      {asking === 'remove' && (
        <ConfirmationDialog
          {...common}
          title="Turn the authenticator app off?"
          description={
            hasPasskey
              ? 'From then on a login asks for a passkey after your password.'
              : 'From then on your password alone is enough to log in.'
          }
          confirmText="Turn off"
          busyText="Turning off..."
          tone="danger"
          confirm={async (confirmation) => {
            toast.success((await removeSecondFactor(kind, confirmation)).message);
            await refresh();
          }}
        />
      )}
    </>
  );
}

type StateProps = { factors: Factors; since: string | null; codesLeft: number };

/** Whether the app is on, what a login asks for without it, and how many recovery codes there are. */
function State({ factors, since, codesLeft }: StateProps) {
  const { hasApp, hasPasskey } = factors;
  const Icon = hasApp ? ShieldCheck : ShieldOff;
  const off = hasPasskey
    ? 'After your password, a login asks for a passkey.'
    : 'Your password alone is enough to log in.';
  return (
    <p className="security-state">
      <Icon aria-hidden />
      <span>
        {hasApp ? 'On' : `Off. ${off}`}
        {since !== null && (
          <>
            {' since '}
            <TimeStamp time={since} />
          </>
        )}
        {hasApp && '.'}
        {(hasApp || hasPasskey) && ` ${textOfCodes(codesLeft)}`}
      </span>
    </p>
  );
}

function textOfCodes(count: number): string {
  const left = `${count} recovery ${count === 1 ? 'code' : 'codes'} left`;
  return count < FEW_CODES ? `${left}: make new ones soon.` : `${left}.`;
}
