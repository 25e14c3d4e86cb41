import { History } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';

import { SelectField } from '../../../shared/form/select-field';
import { TextField } from '../../../shared/form/text-field';
import { paths } from '../../../shared/paths';
import { usePermissions } from '../../../shared/session/permissions';
import type { StoredPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';
import { SwitchFields } from './switch-fields';
import { PostAddresses } from './post-addresses';
import { TEXTS } from './post-texts';
import { SettingsFrame } from './settings-frame';
import type { SettingsPanel } from './use-settings-panel';

type Props = {
  id: string;
  form: UseFormReturn<PostFormValues>;
  categories: readonly string[];
  panel: SettingsPanel;
  /** The field of the featured image. */
  image: ReactNode;
  /** What stands beside the button that unfolds the section. */
  facts: ReactNode;
  /** The post on the server; null before its first save. */
  stored: StoredPost | null;
  /** What other features add, below the fields. */
  children: ReactNode;
  fields: RefObject<HTMLDivElement | null>;
};

/** What a post has beside its title and text. */
export function PostSettings(props: Props) {
  const { id, form, categories, panel, image, facts, stored, children, fields } = props;
  const { errors } = form.formState;
  const { canSetAddresses } = usePermissions();
  return (
    <SettingsFrame id={id} title={TEXTS.new.settings} panel={panel} facts={facts} fields={fields}>
      {image}
      <SelectField label="Category" error={errors.category?.message} {...form.register('category')}>
        {categories.map((category) => (
          <option key={category}>{category}</option>
        ))}
      </SelectField>
      <TextField
        label="Tags"
        hint="Separated by commas"
        autoComplete="off"
        autoCapitalize="none"
        placeholder="rust, web, testing"
        error={errors.tags?.message}
        {...form.register('tags')}
      />
      {canSetAddresses && <PostAddresses form={form} />}
      <SwitchFields form={form} stored={stored} />
      {stored && (
        <Link to={paths.adminHistory(stored.id)} className="button settings-history">
          <History aria-hidden />
          History
        </Link>
      )}
      {children}
    </SettingsFrame>
  );
}
