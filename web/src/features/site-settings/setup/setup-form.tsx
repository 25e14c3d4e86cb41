import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type FieldPath, useForm, useWatch } from 'react-hook-form';

import { ApiError, hasCode, isNotFound } from '../../../shared/api/errors';
import type { SetupDone, SetupState } from '../../../shared/api/types';
import { FormError } from '../../../shared/form/form-error';
import { applyServerErrors } from '../../../shared/form/server-errors';
import { SubmitButton } from '../../../shared/form/submit-button';
import { MAIL_FIELDS, mailServerOf, mailValues } from '../mail-fields';
import { setUp, testSetupMail } from './api';
import { MailStep } from './mail-step';
import { AdminStep, SiteStep } from './steps';
import type { SetupValues } from './values';
import '../site-settings.css';

const TITLES = ['You', 'The site', 'Mail'] as const;
const FIELDS: readonly (readonly FieldPath<SetupValues>[])[] = [
  ['username', 'email', 'password'],
  ['name', 'description', 'accent'],
  MAIL_FIELDS,
];
const LAST = TITLES.length - 1;

type Props = {
  token: string;
  state: SetupState;
  onDone: (done: SetupDone) => void;
  /** Called when the address cannot be used any more. */
  onInvalid: () => void;
};

/** The three steps of the first start. What was entered stays when going back. */
export function SetupForm({ token, state, onDone, onInvalid }: Props) {
  const [step, setStep] = useState(0);
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useForm<SetupValues>({
    defaultValues: {
      username: '',
      email: '',
      password: '',
      name: state.site.name,
      description: state.site.description,
      accent: state.site.accent,
      hasMail: false,
      mail: mailValues(null),
      sampleContent: false,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const wantsMail = useWatch({ control: form.control, name: 'hasMail' });
  const hasMail = wantsMail && state.mail.setBy === null;

  function go(to: number) {
    flushSync(() => {
      setStep(to);
    });
    heading.current?.focus();
  }

  async function next() {
    form.clearErrors();
    if (step < LAST) {
      if (await form.trigger([...(FIELDS[step] ?? [])], { shouldFocus: true })) {
        go(step + 1);
      }
      return;
    }
    await form.handleSubmit(finish)();
  }

  async function finish(values: SetupValues) {
    const { username, email, password, name, description, accent, mail, sampleContent } = values;
    try {
      const done = await setUp({
        token,
        admin: { username: username.trim(), email: email.trim(), password },
        site: { name, description, accent: accent.trim() },
        mail: hasMail ? mailServerOf(mail, false) : null,
        sampleContent,
      });
      onDone(done);
    } catch (error) {
      if (hasCode(error, 'invalid_link') || isNotFound(error)) {
        onInvalid();
        return;
      }
      const named = error instanceof ApiError ? error.fields : {};
      const first = FIELDS.findIndex((fields) =>
        fields.some((field) => named[field] !== undefined),
      );
      if (first >= 0) {
        go(first);
      }
      applyServerErrors(error, form.setError, FIELDS.flat(), 'Failed to set the site up');
    }
  }

  async function test() {
    if (!(await form.trigger([...MAIL_FIELDS], { shouldFocus: true }))) {
      return null;
    }
    const { mail, email } = form.getValues();
    return testSetupMail(token, mailServerOf(mail, false), email.trim());
  }

  return (
    <form
      className="form setup-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void next();
      }}
    >
      <ol className="setup-steps" aria-label="Steps">
        {TITLES.map((title, index) => (
          <li
            key={title}
            aria-current={index === step ? 'step' : undefined}
            data-done={index < step ? '' : undefined}
          >
            {title}
          </li>
        ))}
      </ol>
      <h2 ref={heading} tabIndex={-1} className="site-section-title">
        {`Step ${step + 1} of ${TITLES.length}: ${TITLES[step] ?? ''}`}
      </h2>
      {step === 0 && <AdminStep form={form} />}
      {step === 1 && <SiteStep form={form} locked={state.site.locked} />}
      {step === LAST && (
        <MailStep form={form} setBy={state.mail.setBy} hasMail={hasMail} sendTest={test} />
      )}
      <FormError message={errors.root?.message} />
      <div className="setup-acts">
        {step > 0 && (
          <button
            type="button"
            className="button"
            disabled={isSubmitting}
            onClick={() => {
              go(step - 1);
            }}
          >
            Back
          </button>
        )}
        <SubmitButton isBusy={isSubmitting} busyText="Setting up...">
          {step === LAST ? 'Set up the site' : 'Next'}
        </SubmitButton>
      </div>
    </form>
  );
}
