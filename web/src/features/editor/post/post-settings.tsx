import { ChevronDown, History, Settings2 } from 'lucide-react';
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
import type { SettingsPanel } from './use-settings-panel';

export const SETTINGS = 'Post settings';

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

/** What a post has beside its title and text: a panel, or a section that unfolds where there is no room for one. */
export function PostSettings(props: Props) {
  const { id, form, categories, panel, image, facts, stored, children, fields } = props;
  const { errors } = form.formState;
  const { canSetAddresses } = usePermissions();
  return (
    <section className="post-settings" aria-label={SETTINGS} data-open={panel.isOpen || undefined}>
      {panel.isNarrow && (
        <div className="settings-row">
          <button
            type="button"
            className="button button-quiet settings-toggle"
            aria-expanded={panel.isOpen}
            aria-controls={id}
            onClick={panel.toggle}
          >
            <Settings2 aria-hidden />
            {SETTINGS}
            <ChevronDown aria-hidden className="settings-chevron" />
          </button>
          {facts}
        </div>
      )}
      <div ref={fields} id={id} className="settings-fields" hidden={!panel.isOpen}>
        {!panel.isNarrow && <h2 className="settings-title">{SETTINGS}</h2>}
        {image}
        <SelectField
          label="Category"
          error={errors.category?.message}
          {...form.register('category')}
        >
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
      </div>
    </section>
  );
}
