import { useState } from 'react';

import type { Passkey } from '../../shared/api/types';
import { CurrentPassword } from '../../shared/form/current-password';
import { type Fault, faultOf } from '../../shared/form/fault';
import { TextField } from '../../shared/form/text-field';
import { loadChunk } from '../../shared/loading/load-chunk';
import type { AccountKind } from '../../shared/session/ended-session';
import { FormDialog } from '../../shared/ui/form-dialog';
import { addPasskey, type AddedPasskey, passkeyOptions, renamePasskey } from './api';
import type { SecuredAccount } from './security';

const FAILED = 'That did not work';
const NO_NAME = 'Please give the passkey a name';
const NAME_LENGTH_MAX = 60;

type AddProps = {
  account: SecuredAccount;
  onAdded: (added: AddedPasskey) => Promise<void>;
  onClose: () => void;
};

/** Asks for a name and the password, and lets the browser make a passkey. */
export function AddPasskeyDialog({ account, onAdded, onClose }: AddProps) {
  const { kind, email } = account;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');

  async function submit(): Promise<Fault<'name' | 'password'> | null> {
    if (name.trim() === '') {
      return { field: 'name', message: NO_NAME };
    }
    if (password === '') {
      return { field: 'password', message: 'Please enter your password' };
    }
    try {
      const { createPasskey } = await loadChunk(() => import('../../shared/passkeys/ceremonies'));
      const { publicKey } = await passkeyOptions(kind, password);
      const response = await createPasskey(publicKey);
      await onAdded(await addPasskey(kind, { name, response }));
      return null;
    } catch (error) {
      return faultOf(error, ['name', 'password'], FAILED);
    }
  }

  return (
    <FormDialog
      title="Add a passkey"
      description="Your browser then asks which device, phone or security key is to hold it."
      confirmText="Continue"
      busyText="Waiting for your device..."
      onConfirm={submit}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <NameField value={name} error={errorOf('name')} onChange={setName} />
          <CurrentPassword
            email={email}
            value={password}
            error={errorOf('password')}
            onChange={setPassword}
          />
        </>
      )}
    </FormDialog>
  );
}

type RenameProps = {
  kind: AccountKind;
  passkey: Passkey;
  onRenamed: () => Promise<void>;
  onClose: () => void;
};

/** Asks for another name of a passkey. */
export function RenamePasskeyDialog({ kind, passkey, onRenamed, onClose }: RenameProps) {
  const [name, setName] = useState(passkey.name);

  async function submit(): Promise<Fault<'name'> | null> {
    if (name.trim() === '') {
      return { field: 'name', message: NO_NAME };
    }
    try {
      await renamePasskey(kind, passkey.id, name);
      await onRenamed();
      return null;
    } catch (error) {
      return faultOf(error, ['name'], FAILED);
    }
  }

  return (
    <FormDialog
      title="Rename the passkey"
      confirmText="Rename"
      busyText="Renaming..."
      onConfirm={submit}
      onClose={onClose}
    >
      {(errorOf) => <NameField value={name} error={errorOf('name')} onChange={setName} />}
    </FormDialog>
  );
}

type NameProps = {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function NameField({ value, error, onChange }: NameProps) {
  return (
    <TextField
      label="Name, such as the device"
      name="name"
      autoComplete="off"
      maxLength={NAME_LENGTH_MAX}
      value={value}
      error={error}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    />
  );
}
