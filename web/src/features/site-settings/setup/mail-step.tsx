import type { UseFormReturn } from 'react-hook-form';

import type { MailTest } from '../../../shared/api/types';
import { CheckboxField } from '../../../shared/form/checkbox-field';
import { type MailField, MailFields } from '../mail-fields';
import { MailTestButton } from '../mail-test';
import { SetBy } from '../setting-text';
import type { SetupValues } from './values';

type Props = {
  form: UseFormReturn<SetupValues>;
  /** Where the configuration says how mails are sent, if it does. */
  setBy: string | null;
  /** Whether a mail server is to be set. */
  hasMail: boolean;
  sendTest: () => Promise<MailTest | null>;
};

/** The mail server, and the sample posts. */
export function MailStep({ form, setBy, hasMail, sendTest }: Props) {
  const { errors } = form.formState;
  const field: MailField = (name, validate) => ({
    ...form.register(`mail.${name}`, validate && { validate }),
    error: errors.mail?.[name]?.message,
  });
  return (
    <>
      {setBy === null ? (
        <CheckboxField
          label="Set the mail server now"
          hint="Codes and notices are mailed. Until then mails are files on the server; it can be set later."
          {...form.register('hasMail')}
        />
      ) : (
        <p className="checkbox-hint site-set-by">
          <SetBy origin={setBy} />
        </p>
      )}
      {hasMail && (
        <>
          <MailFields field={field} />
          <MailTestButton to={form.getValues('email')} send={sendTest}>
            Send a test mail to me
          </MailTestButton>
        </>
      )}
      <CheckboxField
        label="Begin with sample posts"
        hint="Posts, readers and comments to look around with. They can be deleted."
        {...form.register('sampleContent')}
      />
    </>
  );
}
