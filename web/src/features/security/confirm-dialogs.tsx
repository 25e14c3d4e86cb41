import { useState } from 'react';

import { CurrentPassword } from '../../shared/form/current-password';
import { type Fault, faultOf } from '../../shared/form/fault';
import { TextField } from '../../shared/form/text-field';
import { FormDialog } from '../../shared/ui/form-dialog';
import type { Confirmation } from './api';

const FAILED = 'That did not work';
const NO_PASSWORD = 'Please enter your password';
const NO_CODE = 'Please enter a code';

/** What comes next may have the focus already. */
function keepNewFocus(returnFocus: () => void): void {
  if (document.activeElement === document.body) {
    returnFocus();
  }
}

type PasswordProps = {
  /** For password managers. */
  email: string;
  title: string;
  description: string;
  confirmText: string;
  busyText: string;
  tone?: 'danger' | 'primary';
  confirm: (password: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password before something that a session alone may not do. */
export function PasswordDialog({ email, confirm, ...dialog }: PasswordProps) {
  const [password, setPassword] = useState('');

  async function submit(): Promise<Fault<'password'> | null> {
    if (password === '') {
      return { field: 'password', message: NO_PASSWORD };
    }
    try {
      await confirm(password);
      return null;
    } catch (error) {
      return faultOf(error, ['password'], FAILED);
    }
  }

  return (
    <FormDialog {...dialog} onConfirm={submit} onClosed={keepNewFocus}>
      {(errorOf) => (
        <CurrentPassword
          email={email}
          value={password}
          error={errorOf('password')}
          onChange={setPassword}
        />
      )}
    </FormDialog>
  );
}

type CodeProps = {
  /** For password managers. */
  email: string;
  title: string;
  description: string;
  confirmText: string;
  busyText: string;
  tone: 'danger' | 'primary';
  confirm: (confirmation: Confirmation) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password and a code before the second factor changes. */
export function CodeDialog({ email, confirm, ...dialog }: CodeProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');

  async function submit(): Promise<Fault<'password' | 'code'> | null> {
    if (password === '') {
      return { field: 'password', message: NO_PASSWORD };
    }
    if (code.trim() === '') {
      return { field: 'code', message: NO_CODE };
    }
    try {
      await confirm({ password, code: code.trim() });
      return null;
    } catch (error) {
      return faultOf(error, ['password', 'code'], FAILED);
    }
  }

  return (
    <FormDialog {...dialog} onConfirm={submit} onClosed={keepNewFocus}>
      {(errorOf) => (
        <>
          <CurrentPassword
            email={email}
            value={password}
            error={errorOf('password')}
            onChange={setPassword}
          />
          <TextField
            label="Code of your authenticator app, or a recovery code"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            value={code}
            error={errorOf('code')}
            onChange={({ target }) => {
              setCode(target.value);
            }}
          />
        </>
      )}
    </FormDialog>
  );
}
