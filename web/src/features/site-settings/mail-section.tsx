import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';

import { messageFor } from '../../shared/api/errors';
import type { MailServerChange, MailSettings } from '../../shared/api/types';
import { FormError } from '../../shared/form/form-error';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import { ErrorState } from '../../shared/ui/failure-states';
import { LoadingRows } from '../../shared/ui/loading-rows';
import { mailSettingsQuery, saveMail, testMail } from './mail-api';
import {
  MAIL_FIELDS,
  type MailField,
  MailFields,
  type MailValues,
  mailServerOf,
  mailValues,
} from './mail-fields';
import { MailTestButton } from './mail-test';
import { SetBy } from './setting-text';
import { SiteConflict } from './site-conflict';
import { SiteSection } from './site-section';

const SKELETONS = 2;

type Values = { mail: MailValues };

type Props = {
  /** Called when the form gets unsaved changes, and when it has none any more. */
  onUnsaved: (isUnsaved: boolean) => void;
};

/** How the site sends its mails. */
export function MailSection({ onUnsaved }: Props) {
  const { data, error, refetch } = useQuery(mailSettingsQuery());
  if (data && data.setBy !== null) {
    return <Locked origin={data.setBy} />;
  }
  if (data) {
    return <MailForm settings={data} onUnsaved={onUnsaved} />;
  }
  if (error) {
    return (
      <ErrorState
        message={messageFor(error, 'Failed to fetch the settings of the mail server')}
        onRetry={() => void refetch()}
      />
    );
  }
  return <LoadingRows text="Loading the settings of the mail server..." rows={SKELETONS} />;
}

/** The section where the configuration says how mails are sent. */
function Locked({ origin }: { origin: string }) {
  return (
    <SiteSection title="Mail">
      <p className="checkbox-hint site-set-by">
        <SetBy origin={origin} />
      </p>
      <MailTestButton to="you" send={() => testMail(null)}>
        Send a test mail to me
      </MailTestButton>
    </SiteSection>
  );
}

function MailForm({ settings, onUnsaved }: Props & { settings: MailSettings }) {
  const client = useQueryClient();
  const form = useForm<Values>({ defaultValues: { mail: mailValues(settings.server) } });
  const { errors, isSubmitting, isDirty } = form.formState;
  const [base, setBase] = useState(settings);
  const [theirs, setTheirs] = useState<MailSettings | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const hasPassword = base.server?.passwordSet ?? false;
  const field: MailField = (name, validate) => ({
    ...form.register(`mail.${name}`, validate && { validate }),
    error: errors.mail?.[name]?.message,
  });

  useEffect(() => {
    onUnsaved(isDirty);
  }, [onUnsaved, isDirty]);

  function settle(saved: MailSettings) {
    setTheirs(null);
    setBase(saved);
    form.reset({ mail: mailValues(saved.server) });
    client.setQueryData(mailSettingsQuery().queryKey, saved);
  }

  /** Returns whether the settings are saved. */
  async function save(mail: MailServerChange | null, onto: MailSettings): Promise<boolean> {
    try {
      const outcome = await saveMail(mail, onto.version);
      if (outcome.isSaved) {
        settle(outcome.settings);
        toast.success('Mail settings saved');
      } else {
        setTheirs(outcome.settings);
      }
      return outcome.isSaved;
    } catch (error) {
      applyServerErrors(error, form.setError, MAIL_FIELDS, 'Failed to save the settings');
      return false;
    }
  }

  function submit(onto: MailSettings) {
    form.clearErrors();
    return form.handleSubmit(async ({ mail }) => {
      await save(mailServerOf(mail, hasPassword), onto);
    })();
  }

  async function test() {
    if (base.server && !isDirty) {
      return testMail(null);
    }
    if (!(await form.trigger())) {
      return null;
    }
    return testMail(mailServerOf(form.getValues('mail'), hasPassword));
  }

  return (
    <>
      {theirs && (
        <SiteConflict
          different={['Mail']}
          onReload={() => {
            settle(theirs);
          }}
          onKeepMine={() => {
            setTheirs(null);
            setBase(theirs);
            void submit(theirs);
          }}
        />
      )}
      <form
        className="form"
        noValidate
        aria-label="Mail"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(base);
        }}
      >
        <SiteSection
          title="Mail"
          lead={
            base.server
              ? 'Codes, notices and the newsletter are sent by this server.'
              : 'No mail server is set: mails are written to files on the server.'
          }
        >
          <MailFields field={field} hasPassword={hasPassword} />
          <MailTestButton to="you" send={test}>
            Send a test mail to me
          </MailTestButton>
          <FormError message={errors.root?.message} />
          <div className="site-mail-acts">
            <SubmitButton isBusy={isSubmitting} busyText="Saving...">
              Save the mail server
            </SubmitButton>
            {base.server && (
              <button
                type="button"
                className="button button-danger"
                onClick={() => {
                  setRemoving(true);
                }}
              >
                Remove the mail server
              </button>
            )}
          </div>
        </SiteSection>
      </form>
      {isRemoving && (
        <ConfirmDialog
          title="Remove the mail server?"
          description="Its settings and its password are deleted. Mails are then written to files on the server."
          confirmText="Remove"
          busyText="Removing..."
          onConfirm={() => save(null, base)}
          onClose={() => {
            setRemoving(false);
          }}
        />
      )}
    </>
  );
}
