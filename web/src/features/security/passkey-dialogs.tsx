import { useState } from 'react';

import { hasCode } from '../../shared/api/errors';
import type { AddedPasskey, Passkey, PasskeyCreation } from '../../shared/api/types';
import { type Fault, faultOf } from '../../shared/form/fault';
import { TextField } from '../../shared/form/text-field';
import { loadChunk } from '../../shared/loading/load-chunk';
import type { AccountKind } from '../../shared/session/ended-session';
import { FormDialog } from '../../shared/ui/form-dialog';
import { addPasskey, passkeyOptions, renamePasskey } from './api';
import {
  ConfirmationFields,
  NOTHING_TYPED,
  type Typed,
  confirmationFields,
  confirmationOf,
  missingIn,
} from './confirmation';
import { FAILED, keepNewFocus } from './confirmation-dialog';
import type { Factors } from './factors';
import type { SecuredAccount } from './security';

const NO_NAME = 'Please give the passkey a name';
const NAME_LENGTH_MAX = 60;

type AddProps = {
  account: SecuredAccount;
  factors: Factors;
  onAdded: (added: AddedPasskey) => Promise<void>;
  onClose: () => void;
};

/** Asks for a name and a confirmation, and lets the browser make a passkey. */
export function AddPasskeyDialog({ account, factors, onAdded, onClose }: AddProps) {
  const { kind, email } = account;
  const [name, setName] = useState('');
  const [typed, setTyped] = useState(NOTHING_TYPED);
  // What was confirmed stays so if no passkey is made, since a code is good once.
  const [options, setOptions] = useState<PasskeyCreation | null>(null);

  async function submit(): Promise<Fault<'name' | keyof Typed> | null> {
    if (name.trim() === '') {
      return { field: 'name', message: NO_NAME };
    }
    const missing = options ? null : missingIn(typed, factors);
    if (missing) {
      return missing;
    }
    try {
      const { createPasskey } = await loadChunk(() => import('../../shared/passkeys/ceremonies'));
      const confirmed =
        options ?? (await passkeyOptions(kind, await confirmationOf(typed, factors)));
      setOptions(confirmed);
      const response = await createPasskey(confirmed);
      await onAdded(await addPasskey(kind, { name, response }));
      return null;
    } catch (error) {
      if (hasCode(error, 'invalid_passkey')) {
        setOptions(null);
      }
      return faultOf(error, ['name', ...confirmationFields(factors)], FAILED);
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
      onClosed={keepNewFocus}
    >
      {(errorOf) => (
        <>
          <NameField value={name} error={errorOf('name')} onChange={setName} />
          {!options && (
            <ConfirmationFields
              email={email}
              factors={factors}
              typed={typed}
              errorOf={errorOf}
              onChange={setTyped}
            />
          )}
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
      required
      maxLength={NAME_LENGTH_MAX}
      value={value}
      error={error}
      onChange={({ target }) => {
        onChange(target.value);
      }}
    />
  );
}
