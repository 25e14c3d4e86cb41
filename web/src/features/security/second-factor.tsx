import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldOff } from 'lucide-react';
import { useEffect, useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import { setSecondFactorDemanded } from '../../shared/session/second-factor-demand';
import { toast } from '../../shared/toast';
import { ErrorState } from '../../shared/ui/failure-states';
import { focusPageTitle } from '../../shared/ui/page-title';
import { TimeStamp } from '../../shared/ui/time-stamp';
import {
  passkeysQuery,
  removeSecondFactor,
  renewRecoveryCodes,
  secondFactorQuery,
  setUpTotp,
} from './api';
import { CodeDialog, PasswordDialog } from './confirm-dialogs';
import { RecoveryCodes } from './recovery-codes';
import type { SecuredAccount } from './security';
import { SetUp, type Secret } from './set-up';

const FAILED = 'Failed to load your second factor';
const FEW_CODES = 3;

type Asking = 'set-up' | 'renew' | 'remove' | null;

/** The state of the second factor, with the steps that change it. */
export function SecondFactor({ account }: { account: SecuredAccount }) {
  const { kind } = account;
  const query = secondFactorQuery(kind);
  const { data, error, refetch } = useQuery(query);
  const client = useQueryClient();
  const [asking, setAsking] = useState<Asking>(null);
  const [secret, setSecret] = useState<Secret | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);

  const isByPasskey = (useQuery(passkeysQuery(kind)).data?.passkeys.length ?? 0) > 0;
  const refresh = () => client.invalidateQueries({ queryKey: query.queryKey });
  const ask = (what: Asking) => () => {
    setAsking(what);
  };

  // The panel leads here as long as the site demands one.
  const isMet = data !== undefined && (data.enabled || !data.required);
  useEffect(() => {
    if (isMet && kind === 'admin') {
      setSecondFactorDemanded(false);
    }
  }, [isMet, kind]);

  if (data === undefined) {
    return error ? (
      <ErrorState message={messageFor(error, FAILED)} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Loading your second factor">
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
  return (
    <>
      {data.required && !data.enabled && (
        <p className="form-note security-note">
          <ShieldOff aria-hidden />
          This site asks its team for a second factor. Set it up to go on.
        </p>
      )}
      {data.enabled ? (
        <>
          <p className="security-state">
            <ShieldCheck aria-hidden />
            <span>
              On
              {data.since && (
                <>
                  {' since '}
                  <TimeStamp time={data.since} />
                </>
              )}
              . {codesLeft(data.recoveryCodesLeft)}
            </span>
          </p>
          <div className="security-actions">
            <button type="button" className="button" onClick={ask('renew')}>
              New recovery codes
            </button>
            <button type="button" className="button button-danger" onClick={ask('remove')}>
              Turn off
            </button>
          </div>
        </>
      ) : (
        <>
          <p className="security-state">
            <ShieldOff aria-hidden />
            <span>
              {isByPasskey
                ? `Off. After your password, a login asks for a passkey. ${codesLeft(data.recoveryCodesLeft)}`
                : 'Off. Your password alone is enough to log in.'}
            </span>
          </p>
          <div className="security-actions">
            {isByPasskey && (
              <button type="button" className="button" onClick={ask('renew')}>
                New recovery codes
              </button>
            )}
            <button type="button" className="button button-primary" onClick={ask('set-up')}>
              Set up
            </button>
          </div>
        </>
      )}
      {asking === 'set-up' && (
        <PasswordDialog
          email={account.email}
          title="Set up a second factor"
          description="Enter your password first."
          confirmText="Continue"
          busyText="Checking..."
          confirm={async (password) => {
            const { secret: text, qr } = await setUpTotp(kind, password);
            setSecret({ text, qr });
          }}
          onClose={ask(null)}
        />
      )}
      {asking === 'renew' && (
        <CodeDialog
          email={account.email}
          title="New recovery codes?"
          description="The earlier ones stop working."
          confirmText="Make new codes"
          busyText="Making..."
          tone="primary"
          confirm={async (confirmation) => {
            setCodes(await renewRecoveryCodes(kind, confirmation));
            void refresh();
          }}
          onClose={ask(null)}
        />
      )}
      {asking === 'remove' && (
        <CodeDialog
          email={account.email}
          title="Turn the second factor off?"
          description="From then on your password alone is enough to log in."
          confirmText="Turn off"
          busyText="Turning off..."
          tone="danger"
          confirm={async (confirmation) => {
            toast.success((await removeSecondFactor(kind, confirmation)).message);
            await refresh();
          }}
          onClose={ask(null)}
        />
      )}
    </>
  );
}

function codesLeft(count: number): string {
  const left = `${count} recovery ${count === 1 ? 'code' : 'codes'} left`;
  return count < FEW_CODES ? `${left}: make new ones soon.` : `${left}.`;
}
