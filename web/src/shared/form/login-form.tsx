import { type ChangeEvent, type ReactNode, useId } from 'react';
import { useForm } from 'react-hook-form';

import { FormError } from './form-error';
import { PasswordField } from './password-field';
import { isEmail } from './rules';
import { applyServerErrors } from './server-errors';
import { SubmitButton } from './submit-button';
import { TextField } from './text-field';
import { FILL_IN_ALL, INVALID_EMAIL } from './texts';

type Values = { email: string; password: string };

type Props = {
  /** Signs in; errors thrown are shown in the form. */
  login: (email: string, password: string) => Promise<void>;
  texts: { submit: string; busy: string; failure: string };
  defaultEmail?: string | undefined;
  /** Called with the typed address. */
  onEmail?: (email: string) => void;
  /** Renders an error of the whole form at the top; by default it is above the button. */
  banner?: (message: string | null, dismiss: () => void) => ReactNode;
  /** Content between the fields and the button. */
  children?: ReactNode;
};

/** The form with an email and a password, for readers and for administrators. */
export function LoginForm(props: Props) {
  const { login, texts, defaultEmail = '', onEmail, banner, children } = props;
  const summaryId = useId();
  const { register, handleSubmit, setError, clearErrors, formState } = useForm<Values>({
    defaultValues: { email: defaultEmail, password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isMissing = [errors.email, errors.password].some((error) => error?.type === 'required');
  const summary = isMissing ? summaryId : undefined;
  const rootError = errors.root?.message;

  async function submit({ email, password }: Values) {
    try {
      await login(email.trim(), password);
    } catch (error) {
      applyServerErrors(error, setError, ['email', 'password'], texts.failure);
    }
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void handleSubmit(submit)(event)}>
      {banner?.(rootError ?? null, () => {
        clearErrors('root');
      })}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        aria-describedby={summary}
        error={errors.email?.message}
        {...register('email', {
          onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
            onEmail?.(target.value);
          },
          required: true,
          validate: (text) => isEmail(text) || INVALID_EMAIL,
        })}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        aria-describedby={summary}
        error={errors.password?.message}
        {...register('password', { required: true })}
      />
      {children}
      <FormError
        id={summaryId}
        message={isMissing ? FILL_IN_ALL : banner ? undefined : rootError}
      />
      <SubmitButton isBusy={isSubmitting} busyText={texts.busy}>
        {texts.submit}
      </SubmitButton>
    </form>
  );
}
