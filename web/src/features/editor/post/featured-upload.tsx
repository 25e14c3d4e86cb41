import { ImagePlus, Undo2, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import { FieldError } from '../../../shared/form/field';
import type { WrittenPost } from '../draft/draft-store';
import { PICTURE_MEGABYTES_MAX, dataAddress, refusalOf } from '../pictures';

type Props = {
  form: UseFormReturn<WrittenPost>;
  /** The picture that the post has now; empty when it has none. */
  present: string;
  onChange: () => void;
};

/** The featured image as a file; without a new one the present one stays. */
export function FeaturedUpload({ form, present, onChange }: Props) {
  const { control, setValue, setError, clearErrors, formState } = form;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const picture = useWatch({ control, name: 'picture' });
  const kept = useWatch({ control, name: 'featuredImage' });
  const chosen = useDataAddress(picture);
  const shown = picture ? chosen : kept;
  const error = formState.errors.featuredImage;

  function put(file: File | null, address: string) {
    setValue('picture', file);
    setValue('featuredImage', address);
    clearErrors('featuredImage');
    onChange();
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = '';
    if (file) {
      const refusal = refusalOf(file);
      if (refusal === null) {
        put(file, '');
      } else {
        setError('featuredImage', { message: refusal });
      }
    }
  }

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
      {shown && <img src={shown} alt="Featured" className="featured-shown" />}
      <div className="featured-actions">
        <div className="featured-file">
          <input
            ref={input}
            id={id}
            type="file"
            accept="image/*"
            aria-describedby={`${id}-hint ${id}-error`}
            aria-invalid={error !== undefined}
            onChange={choose}
          />
          <span className="button" aria-hidden>
            <ImagePlus aria-hidden />
            {shown ? 'Replace' : 'Choose an image'}
          </span>
        </div>
        {shown && (
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
        {present !== '' && kept !== present && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              put(null, present);
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

/** The file to look at; empty until it is read. */
function useDataAddress(file: File | null): string {
  const [read, setRead] = useState<{ file: File; address: string } | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (file) {
      void dataAddress(file).then((address) => {
        if (isWanted) {
          setRead({ file, address });
        }
      });
    }
    return () => {
      isWanted = false;
    };
  }, [file]);
  return read !== null && read.file === file ? read.address : '';
}
