import { useState } from 'react';

import { messageFor } from '../api/errors';
import type { PasskeyAssertion } from '../api/types';
import { FormError } from '../form/form-error';
import { loadChunk } from '../loading/load-chunk';
import { supportsPasskeys } from './supports-passkeys';

type Props = {
  label: string;
  /** Signs in with what the passkey has signed; errors thrown are shown. */
  complete: (passkey: PasskeyAssertion) => Promise<void>;
};

/** A button that signs in with a passkey, where the browser has them. While it is busy it keeps the focus. */
export function PasskeyButton({ label, complete }: Props) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function signIn() {
    setBusy(true);
    setFailure(undefined);
    try {
      const { signWithPasskey } = await loadChunk(() => import('./ceremonies'));
      await complete(await signWithPasskey());
    } catch (error) {
      setFailure(messageFor(error, 'No passkey was used. Please try again.'));
    } finally {
      setBusy(false);
    }
  }

  if (!supportsPasskeys()) {
    return null;
  }
  return (
    <div className="passkey-login">
      <FormError message={failure} />
      <button
        type="button"
        className="button button-wide"
        aria-disabled={isBusy || undefined}
        onClick={() => {
          if (!isBusy) {
            void signIn();
          }
        }}
      >
        {isBusy ? 'Waiting for your passkey...' : label}
      </button>
    </div>
  );
}
