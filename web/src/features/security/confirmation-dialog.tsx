import { useState } from 'react';

import type { Confirmation } from '../../shared/api/types';
import { type Fault, faultOf } from '../../shared/form/fault';
import { FormDialog } from '../../shared/ui/form-dialog';
import {
  ConfirmationFields,
  NOTHING_TYPED,
  type Typed,
  confirmationFields,
  confirmationOf,
  missingIn,
} from './confirmation';
import type { Factors } from './factors';

export const FAILED = 'That did not work';

/** Leaves the focus where it is if what comes after the dialog has taken it. */
export function keepNewFocus(returnFocus: () => void): void {
  if (document.activeElement === document.body) {
    returnFocus();
  }
}

type Props = {
  /** For password managers. */
  email: string;
  factors: Factors;
  title: string;
  description: string;
  confirmText: string;
  busyText: string;
  tone: 'danger' | 'primary';
  confirm: (confirmation: Confirmation) => Promise<void>;
  onClose: () => void;
};

/** Asks for the password, and for a code or a passkey where the account has a second factor, before one changes. */
export function ConfirmationDialog({ email, factors, confirm, ...dialog }: Props) {
  const [typed, setTyped] = useState(NOTHING_TYPED);

  async function submit(): Promise<Fault<keyof Typed> | null> {
    const missing = missingIn(typed, factors);
    if (missing) {
      return missing;
    }
    try {
      await confirm(await confirmationOf(typed, factors));
      return null;
    } catch (error) {
      return faultOf(error, confirmationFields(factors), FAILED);
    }
  }

  return (
    <FormDialog {...dialog} onConfirm={submit} onClosed={keepNewFocus}>
      {(errorOf) => (
        <ConfirmationFields
          email={email}
          factors={factors}
          typed={typed}
          errorOf={errorOf}
          onChange={setTyped}
        />
      )}
    </FormDialog>
  );
}
