import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';

import { FieldError } from '../../shared/form/field';
import { PictureFile } from '../../shared/picture-files/picture-file';
import {
  PICTURE_MEGABYTES_MAX,
  dataAddress,
  rejectionReason,
} from '../../shared/picture-files/picture-files';
import type { SiteValues } from './site-fields';
import { SiteSection } from './site-section';

type PictureName = 'logo' | 'icon';

/** The pictures that stand for the site. */
export function PicturesSection({ form }: { form: UseFormReturn<SiteValues> }) {
  return (
    <SiteSection
      title="Logo and icon"
      lead={`PNG, JPEG, WebP or GIF of at most ${PICTURE_MEGABYTES_MAX} MB.`}
    >
      <PictureField
        form={form}
        name="logo"
        label="Logo"
        help="In the side bar in the place of the name, at most 192 × 48 pixels large, and in feeds. It has to be readable on both."
      >
        {(source) => (
          <div className="site-logos">
            {(['light', 'dark'] as const).map((scheme) => (
              <div key={scheme} className="site-logo" data-theme={scheme}>
                <img src={source} alt="" />
              </div>
            ))}
          </div>
        )}
      </PictureField>
      <PictureField
        form={form}
        name="icon"
        label="Icon"
        help="In tabs, on home screens, in feeds and where links show the site. A square of 512 × 512 pixels is best, 192 × 192 the least."
      >
        {(source) => <img src={source} alt="" className="site-icon" />}
      </PictureField>
    </SiteSection>
  );
}

type Props = {
  form: UseFormReturn<SiteValues>;
  name: PictureName;
  label: string;
  help: string;
  /** Shows the picture with this address. */
  children: (source: string) => ReactNode;
};

function PictureField({ form, name, label, help, children }: Props) {
  const id = useId();
  const {
    field: { ref, value: source },
    fieldState,
  } = useController({ control: form.control, name });
  const error = fieldState.error?.message;

  function put(address: string) {
    form.clearErrors(name);
    form.setValue(name, address, { shouldDirty: true });
  }

  async function choose(file: File) {
    const problem = rejectionReason(file);
    if (problem !== null) {
      form.setError(name, { message: problem });
      return;
    }
    try {
      put(await dataAddress(file));
    } catch {
      form.setError(name, { message: `“${file.name}” could not be read.` });
    }
  }

  return (
    <div className="site-field">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {source !== '' && children(source)}
      <div className="site-picture-acts">
        <PictureFile
          ref={ref}
          id={id}
          label={source === '' ? 'Choose a picture' : 'Replace'}
          isLabelled
          isInvalid={error !== undefined}
          describedBy={`${id}-help ${id}-error`}
          onChoose={(file) => void choose(file)}
        />
        {source !== '' && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              put('');
              form.setFocus(name);
            }}
          >
            <X aria-hidden />
            Remove the {name}
          </button>
        )}
      </div>
      {error !== undefined && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <p id={`${id}-help`} className="checkbox-hint">
        {help}
      </p>
    </div>
  );
}
