import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';

import type { SiteSettings } from '../../shared/api/types';
import { FormError } from '../../shared/form/form-error';
import { applyServerErrors } from '../../shared/form/server-errors';
import { SubmitButton } from '../../shared/form/submit-button';
import { paths } from '../../shared/paths';
import { LeaveDialog } from '../../shared/ui/leave-dialog';
import { AnnouncementSection } from './announcement-section';
import { saveSiteSettings, siteSettingsQuery } from './api';
import { ColoursSection } from './colours-section';
import { LinksEditor } from './links-editor';
import { NewsletterSection } from './newsletter-section';
import { PicturesSection } from './pictures-section';
import { reloadWithNote, showSavedNote } from './saved-note';
import { SettingField } from './setting-field';
import { SiteConflict } from './site-conflict';
import {
  AUTHOR_LENGTH_MAX,
  DESCRIPTION_LENGTH_MAX,
  FIELD_NAMES,
  NAME_LENGTH_MAX,
  POLICY_LENGTH_MAX,
  type SiteValues,
  changeOf,
  differences,
  siteValues,
} from './site-fields';
import { SiteSection } from './site-section';
import './site-settings.css';

const DESCRIPTION_ROWS = 2;
const POLICY_ROWS = 3;

type Props = {
  settings: SiteSettings;
  /** Whether the form of the mail server has unsaved changes. */
  isMailUnsaved: boolean;
};

/** The form of the settings of the site. */
export function SiteForm({ settings, isMailUnsaved }: Props) {
  const client = useQueryClient();
  const form = useForm<SiteValues>({ defaultValues: siteValues(settings) });
  const { errors, isSubmitting, isDirty } = form.formState;
  /** The settings that the form is based on. */
  const [base, setBase] = useState(settings);
  const [theirs, setTheirs] = useState<SiteSettings | null>(null);
  const [isSaved, setSaved] = useState(false);

  useEffect(showSavedNote, []);

  // Once nothing is unsaved any more, or else the browser would ask.
  useEffect(() => {
    if (isSaved) {
      reloadWithNote();
    }
  }, [isSaved]);

  function settle(saved: SiteSettings) {
    setTheirs(null);
    setBase(saved);
    form.reset(siteValues(saved));
    client.setQueryData(siteSettingsQuery().queryKey, saved);
  }

  async function save(values: SiteValues, onto: SiteSettings) {
    try {
      const outcome = await saveSiteSettings(changeOf(values, onto));
      if (outcome.isSaved) {
        settle(outcome.settings);
        setSaved(true);
      } else {
        setTheirs(outcome.settings);
      }
    } catch (error) {
      applyServerErrors(error, form.setError, FIELD_NAMES, 'Failed to save the settings');
    }
  }

  function submit(onto: SiteSettings) {
    // Errors of the server are no rules of the form, which would not try again with them.
    form.clearErrors();
    return form.handleSubmit((values) => save(values, onto))();
  }

  const { locked } = base;
  return (
    <>
      {theirs && (
        <SiteConflict
          different={differences(changeOf(form.getValues(), base), theirs)}
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
        onSubmit={(event) => {
          event.preventDefault();
          void submit(base);
        }}
      >
        <SiteSection title="Identity">
          <SettingField
            form={form}
            locked={locked}
            name="name"
            label="Name"
            limit={NAME_LENGTH_MAX}
            help="In the navigation, in titles, feeds and mails."
          />
          <SettingField
            form={form}
            locked={locked}
            name="description"
            label="Description"
            limit={DESCRIPTION_LENGTH_MAX}
            help="On the home page, and where search engines and links show the site."
            rows={DESCRIPTION_ROWS}
          />
        </SiteSection>
        <PicturesSection form={form} />
        <ColoursSection form={form} />
        <SiteSection
          title="Navigation and footer"
          lead="Links to pages of this site, such as /treasure?tag=rust, or to other sites."
        >
          <LinksEditor form={form} name="navigation" title="Links below the navigation" />
          <LinksEditor form={form} name="footer" title="Links in the footer" />
        </SiteSection>
        <AnnouncementSection form={form} />
        <SiteSection title="Comments">
          <SettingField
            form={form}
            locked={locked}
            name="commentPolicy"
            label="Comment policy"
            limit={POLICY_LENGTH_MAX}
            help="Above the form for comments; empty for none."
            rows={POLICY_ROWS}
          />
          <p className="checkbox-hint">
            What is held or refused, the <Link to={paths.adminSpamRules}>spam rules</Link> say.
          </p>
        </SiteSection>
        <SiteSection title="Authors">
          <SettingField
            form={form}
            locked={locked}
            name="defaultAuthor"
            label="Default author"
            limit={AUTHOR_LENGTH_MAX}
            help="The name on posts whose author has left."
          />
        </SiteSection>
        <NewsletterSection form={form} locked={locked} />
        <div className="site-save">
          <FormError message={errors.root?.message} />
          <p className="checkbox-hint" role="status">
            {isDirty ? 'You have unsaved changes.' : 'Changes show at once, for everybody.'}
          </p>
          <SubmitButton isBusy={isSubmitting || isSaved} busyText="Saving...">
            Save
          </SubmitButton>
        </div>
      </form>
      <LeaveDialog isUnsaved={(isDirty && !isSaved) || isMailUnsaved}>
        Your changes of the settings are not saved.
      </LeaveDialog>
    </>
  );
}
