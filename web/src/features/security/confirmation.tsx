/** The fields by which somebody confirms a change of the second factors of their account. */

import type { Confirmation } from '../../shared/api/types';
import { CurrentPassword } from '../../shared/form/current-password';
import type { Fault } from '../../shared/form/fault';
import { TextField } from '../../shared/form/text-field';
import { loadChunk } from '../../shared/loading/load-chunk';
import { supportsPasskeys } from '../../shared/passkeys/supports-passkeys';
import type { Factors } from './factors';

/** What was typed into the fields. */
export type Typed = { password: string; code: string };
export const NOTHING_TYPED: Typed = { password: '', code: '' };

/** Returns the fields that are shown: that for a code only where the account has a second factor. */
export function confirmationFields({ hasApp, hasPasskey }: Factors): (keyof Typed)[] {
  return hasApp || hasPasskey ? ['password', 'code'] : ['password'];
}

/** Whether a passkey is used when no code was typed. */
function takesPasskey({ hasPasskey }: Factors): boolean {
  return hasPasskey && supportsPasskeys();
}

/** Returns what is missing in the fields. */
export function missingIn(typed: Typed, factors: Factors): Fault<keyof Typed> | null {
  if (typed.password === '') {
    return { field: 'password', message: 'Please enter your password' };
  }
  const needsCode = confirmationFields(factors).includes('code') && !takesPasskey(factors);
  return needsCode && typed.code.trim() === ''
    ? { field: 'code', message: 'Please enter a code' }
    : null;
}

/** Returns what confirms the change, once nothing is missing. Without a code it lets the person use a passkey. */
export async function confirmationOf(typed: Typed, factors: Factors): Promise<Confirmation> {
  const { password } = typed;
  const code = typed.code.trim();
  if (code !== '') {
    return { password, code };
  }
  if (!takesPasskey(factors)) {
    return { password };
  }
  const { signWithPasskey } = await loadChunk(() => import('../../shared/passkeys/ceremonies'));
  return { password, passkey: await signWithPasskey() };
}

type Props = {
  /** For password managers. */
  email: string;
  factors: Factors;
  typed: Typed;
  errorOf: (field: keyof Typed) => string | undefined;
  onChange: (typed: Typed) => void;
};

export function ConfirmationFields({ email, factors, typed, errorOf, onChange }: Props) {
  const isCodeOptional = takesPasskey(factors);
  return (
    <>
      <CurrentPassword
        email={email}
        value={typed.password}
        error={errorOf('password')}
        onChange={(password) => {
          onChange({ ...typed, password });
        }}
      />
      {confirmationFields(factors).includes('code') && (
        <TextField
          label={
            factors.hasApp ? 'Code of your authenticator app, or a recovery code' : 'Recovery code'
          }
          hint={isCodeOptional ? 'Leave it empty to use a passkey' : undefined}
          name="code"
          autoComplete={factors.hasApp ? 'one-time-code' : 'off'}
          autoCapitalize="none"
          spellCheck={false}
          required={!isCodeOptional}
          value={typed.code}
          error={errorOf('code')}
          onChange={({ target }) => {
            onChange({ ...typed, code: target.value });
          }}
        />
      )}
    </>
  );
}
