import { CircleAlert } from 'lucide-react';

type Props = { message: string | undefined; id?: string };

/** The error of a whole form, read out at once. */
export function FormError({ message, id }: Props) {
  return message ? (
    <p id={id} role="alert" className="form-error">
      <CircleAlert aria-hidden />
      {message}
    </p>
  ) : null;
}
