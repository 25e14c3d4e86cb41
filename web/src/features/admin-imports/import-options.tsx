import type { ImportOptions } from '../../shared/api/types';
import { CheckboxField } from '../../shared/form/checkbox-field';
import { SelectField } from '../../shared/form/select-field';
import labels from '../../shared/labels/lists.json';
import './admin-imports.css';

/** The options that the page offers; those of the API alone stay as they are. */
export type ChosenOptions = Pick<ImportOptions, 'defaultCategory' | 'asDrafts' | 'redirects'>;

export function chosenOf({ defaultCategory, asDrafts, redirects }: ImportOptions): ChosenOptions {
  return { defaultCategory, asDrafts, redirects };
}

export function areSame(one: ChosenOptions, other: ChosenOptions): boolean {
  return (
    one.defaultCategory === other.defaultCategory &&
    one.asDrafts === other.asDrafts &&
    one.redirects === other.redirects
  );
}

type Props = { options: ChosenOptions; onChange: (options: ChosenOptions) => void };

/** How the export is imported. */
export function ImportOptionsForm({ options, onChange }: Props) {
  return (
    <div className="import-options">
      <SelectField
        label="Category of texts whose own ones are unknown here"
        value={options.defaultCategory}
        onChange={({ target }) => {
          onChange({ ...options, defaultCategory: target.value });
        }}
      >
        {labels.categories.map((category) => (
          <option key={category} value={category}>
            {category}
          </option>
        ))}
      </SelectField>
      <CheckboxField
        label="Import all texts as drafts"
        hint="Nobody sees them before you publish them."
        checked={options.asDrafts}
        onChange={({ target }) => {
          onChange({ ...options, asDrafts: target.checked });
        }}
      />
      <CheckboxField
        label="Redirect the old addresses"
        hint="Who follows an old link comes to the text here."
        checked={options.redirects}
        onChange={({ target }) => {
          onChange({ ...options, redirects: target.checked });
        }}
      />
    </div>
  );
}
