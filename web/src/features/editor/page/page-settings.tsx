import { ExternalLink, History } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Link } from 'react-router';

import type { EditableStaticPage } from '../../../shared/api/types';
import { lengthOf } from '../../../shared/form/rules';
import { TextAreaField } from '../../../shared/form/text-area-field';
import { pagePaths } from '../../../shared/static-pages/paths';
import type { PostFormValues } from '../draft/draft-store';
import { TEXTS } from '../post/post-texts';
import { SettingsFrame } from '../post/settings-frame';
import { SlugField } from '../post/slug-field';
import type { SettingsPanel } from '../post/use-settings-panel';
import { DESCRIPTION_LENGTH_MAX } from './page-values';

type Props = {
  id: string;
  form: UseFormReturn<PostFormValues>;
  panel: SettingsPanel;
  facts: ReactNode;
  /** The page on the server; null before its first save. */
  stored: EditableStaticPage | null;
  fields: RefObject<HTMLDivElement | null>;
  /** What other features add, below the fields. */
  children: ReactNode;
};

/** What a static page has beside its title and text. */
export function PageSettings({ id, form, panel, facts, stored, fields, children }: Props) {
  const description = useWatch({ control: form.control, name: 'description' }) ?? '';
  return (
    <SettingsFrame
      id={id}
      title={TEXTS.newPage.settings}
      panel={panel}
      facts={facts}
      fields={fields}
    >
      <SlugField form={form} prefix="/page/" hint="“about” is at /about" />
      <TextAreaField
        label="Description"
        placeholder="The beginning of the text"
        counter={{ used: lengthOf(description), limit: DESCRIPTION_LENGTH_MAX }}
        error={form.formState.errors.description?.message}
        {...form.register('description')}
      />
      {stored && (
        <Link to={pagePaths.history(stored._id)} className="button settings-history">
          <History aria-hidden />
          History
        </Link>
      )}
      {stored?.status === 'published' && (
        <a href={stored.path} className="button settings-history" target="_blank" rel="noopener">
          <ExternalLink aria-hidden />
          View page
        </a>
      )}
      {children}
    </SettingsFrame>
  );
}
