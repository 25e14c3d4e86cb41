import { MailCheck } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';

import { ApiError, messageFor } from '../../shared/api/errors';
import { FormError } from '../../shared/form/form-error';
import { isEmail } from '../../shared/form/rules';
import { SelectField } from '../../shared/form/select-field';
import { TextField } from '../../shared/form/text-field';
import { INVALID_EMAIL } from '../../shared/form/texts';
import { hows } from '../../shared/labels/newsletter.json';
import { newsletterDays } from '../../shared/newsletter-days';
import { type NewsletterHow, subscribe } from './api';

const EMAIL_ID = 'newsletter-email';
const FAILED = 'Failed to subscribe. Please try again.';

type State =
  | { at: 'writing'; fieldError?: string; formError?: string }
  | { at: 'sending' }
  | { at: 'done'; message: string };

/**
 * The form that asks for the newsletter. The server draws the same one, which browsers without scripts send to the page
 * of the newsletter.
 */
export function NewsletterForm() {
  const [state, setState] = useState<State>({ at: 'writing' });
  const [before] = useState(fieldBefore);
  const email = useRef<HTMLInputElement>(null);
  const done = useRef<HTMLParagraphElement>(null);
  const isDone = state.at === 'done';

  useEffect(() => {
    if (before.hadFocus) {
      email.current?.focus();
    }
  }, [before]);

  useEffect(() => {
    if (isDone) {
      done.current?.focus();
    }
  }, [isDone]);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const address = textIn(fields, 'email').trim();
    if (state.at === 'sending') {
      return;
    }
    if (!isEmail(address)) {
      setState({ at: 'writing', fieldError: INVALID_EMAIL });
      email.current?.focus();
      return;
    }
    setState({ at: 'sending' });
    try {
      setState({ at: 'done', message: await subscribe(address, howIn(fields)) });
    } catch (error) {
      const fieldError = error instanceof ApiError ? error.fields['email'] : undefined;
      if (fieldError === undefined) {
        setState({ at: 'writing', formError: messageFor(error, FAILED) });
      } else {
        setState({ at: 'writing', fieldError });
        email.current?.focus();
      }
    }
  }

  if (state.at === 'done') {
    return (
      <p ref={done} className="newsletter-done" role="status" tabIndex={-1}>
        <MailCheck aria-hidden />
        {state.message}
      </p>
    );
  }
  const { fieldError, formError } = state.at === 'writing' ? state : {};
  return (
    <form
      className="newsletter-form"
      method="post"
      action="/newsletter"
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <TextField
        ref={email}
        id={EMAIL_ID}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        {...(before.typed !== '' && { defaultValue: before.typed })}
        error={fieldError}
      />
      <SelectField id="newsletter-how" name="how" label="How often">
        {hows.map(({ value, label }) => (
          <option key={value} value={value}>
            {value === 'weekly' ? (newsletterDays() ?? label) : label}
          </option>
        ))}
      </SelectField>
      <button
        type="submit"
        className="button button-primary"
        aria-disabled={state.at === 'sending' || undefined}
      >
        {state.at === 'sending' ? 'Subscribing...' : 'Subscribe'}
      </button>
      <FormError message={formError} />
    </form>
  );
}

/** What somebody has typed into the server's form before this one took its place. */
function fieldBefore(): { typed: string; hadFocus: boolean } {
  const field = document.getElementById(EMAIL_ID);
  return field instanceof HTMLInputElement
    ? { typed: field.value, hadFocus: field === document.activeElement }
    : { typed: '', hadFocus: false };
}

function textIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

function howIn(fields: FormData): NewsletterHow {
  const chosen = textIn(fields, 'how');
  return chosen === 'daily' || chosen === 'each' ? chosen : 'weekly';
}
