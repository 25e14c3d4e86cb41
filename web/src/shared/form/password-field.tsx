import { Eye, EyeOff } from 'lucide-react';
import { type ComponentPropsWithRef, useState } from 'react';

import { Field, type FieldProps } from './field';

type Props = FieldProps &
  Omit<ComponentPropsWithRef<'input'>, 'type'> & {
    autoComplete: 'current-password' | 'new-password' | 'off';
  };

/** A password field with a button that shows the password. */
export function PasswordField({ label, error, hint, ...input }: Props) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      id={input.id}
      describedBy={input['aria-describedby']}
    >
      {(wiring) => (
        <div className="password">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className="field-control"
          />
          <button
            type="button"
            className="password-toggle"
            onClick={() => {
              setShown(!isShown);
            }}
          >
            <Icon aria-hidden />
            <span className="visually-hidden">
              {`${isShown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            </span>
          </button>
        </div>
      )}
    </Field>
  );
}
