import { PasswordField } from './password-field';

type Props = {
  /** Of the account, for password managers. */
  email: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** The field for the password of the signed-in account, before something that a token alone may not do. */
export function CurrentPassword({ email, value, error, onChange }: Props) {
  return (
    <>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={value}
        error={error}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </>
  );
}
