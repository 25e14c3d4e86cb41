import { Undo2, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { FieldError } from '../../../shared/form/field';
import { PictureFile } from '../../../shared/picture-files/picture-file';
import { PICTURE_MEGABYTES_MAX } from '../../../shared/picture-files/picture-files';
import type { PostFormValues } from '../draft/draft-store';
import { FeaturedPicture } from './featured-picture';
import { GeneratedCoverButton, usePictureChoice } from './picture-choice';

type Props = {
  form: UseFormReturn<PostFormValues>;
  /** The saved picture of the post; empty for none. */
  savedImage: string;
  onChange: () => void;
};

/** The featured image as a file; without a new one the saved one stays. */
export function FeaturedUpload({ form, savedImage, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { picture, preview, put, choose, generate } = usePictureChoice(form, onChange);
  const address = useWatch({ control: form.control, name: 'featuredImage' });
  const source = picture ? preview : address;
  const error = form.formState.errors.featuredImage;

  return (
    <div className="featured field">
      <div className="field-head">
        <label htmlFor={id} className="field-label">
          Featured Image
        </label>
        <span id={`${id}-hint`} className="field-hint">
          At most {PICTURE_MEGABYTES_MAX} MB
        </span>
      </div>
      {source && <FeaturedPicture form={form} source={source} />}
      <div className="featured-actions">
        <PictureFile
          ref={input}
          id={id}
          label={source ? 'Replace' : 'Choose an image'}
          isLabelled
          isInvalid={error !== undefined}
          describedBy={`${id}-hint ${id}-error`}
          onChoose={choose}
        />
        {!source && <GeneratedCoverButton onGenerate={generate} />}
        {source && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              put(null, '');
              input.current?.focus();
            }}
          >
            <X aria-hidden />
            Remove image
          </button>
        )}
        {savedImage !== '' && address !== savedImage && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              put(null, savedImage);
              input.current?.focus();
            }}
          >
            <Undo2 aria-hidden />
            Keep the present image
          </button>
        )}
      </div>
      {error?.message && <FieldError id={`${id}-error`}>{error.message}</FieldError>}
    </div>
  );
}
