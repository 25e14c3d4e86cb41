import { ChevronDown, History, Settings2 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';

import { CheckboxField } from '../../../shared/form/checkbox-field';
import { SelectField } from '../../../shared/form/select-field';
import { TextField } from '../../../shared/form/text-field';
import { paths } from '../../../shared/paths';
import { usePermissions } from '../../../shared/session/permissions';
import type { PostFormValues } from '../draft/draft-store';
import { PostAddresses } from './post-addresses';
import type { SettingsPanel } from './use-settings-panel';

export const SETTINGS = 'Post settings';

type Props = {
  id: string;
  form: UseFormReturn<PostFormValues>;
  categories: readonly string[];
  panel: SettingsPanel;
  commentsClosed: { isOn: boolean; choose: (isOn: boolean) => void };
  /** The field of the featured image. */
  image: ReactNode;
  /** What stands beside the button that unfolds the section. */
  facts: ReactNode;
  /** The id of the post on the server; undefined before its first save. */
  postId: string | undefined;
  /** What other features add, below the fields. */
  children: ReactNode;
  fields: RefObject<HTMLDivElement | null>;
};

/** What a post has beside its title and text: a panel, or a section that unfolds where there is no room for one. */
export function PostSettings(props: Props) {
  const { id, form, categories, panel, commentsClosed, image, facts, postId, children, fields } =
    props;
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
        <CheckboxField
          label="Close comments"
          hint="Readers can write no more; what they wrote stays."
          checked={commentsClosed.isOn}
          onChange={({ target }) => {
            commentsClosed.choose(target.checked);
          }}
        />
        {postId !== undefined && (
          <Link to={paths.adminHistory(postId)} className="button settings-history">
            <History aria-hidden />
            History
          </Link>
        )}
        {children}
      </div>
    </section>
  );
}
