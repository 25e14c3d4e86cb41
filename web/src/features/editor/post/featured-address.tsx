import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

import { isSiteReachable, notReachable } from '../../../shared/api/connection';
import { messageFor } from '../../../shared/api/errors';
import { TextField } from '../../../shared/form/text-field';
import type { StoredPost } from '../api';
import type { PostFormValues } from '../draft/draft-store';
import { PictureFile } from '../../../shared/picture-files/picture-file';
import { PICTURE_MEGABYTES_MAX } from '../../../shared/picture-files/picture-files';
import { isStoredPicture } from '../pictures';
import { FeaturedPicture } from './featured-picture';
import { loadsAsImage } from './loads-as-image';
import { GeneratedCoverButton, usePictureChoice } from './picture-choice';
import { INVALID_IMAGE } from './post-rules';

type Props = {
  form: UseFormReturn<PostFormValues>;
  /** The post on the server; null before its first save. */
  stored: StoredPost | null;
  onChange: () => void;
};

/** The featured image by its address, which is tested first; or as a file, or generated from the title. */
export function FeaturedAddress({ form, stored, onChange }: Props) {
  const { register, setValue, getValues, control, formState } = form;
  const hintId = useId();
  const [tested, setTested] = useState('');
  const [isLoading, setLoading] = useState(false);
  const choice = usePictureChoice(form, onChange);
  const address = useWatch({ control, name: 'featuredImage' }).trim();
  const isShown =
    address === tested || address === stored?.featuredImage || isStoredPicture(address);
  const source = choice.picture ? choice.preview : isShown && address;
  const hasImage = choice.picture !== null || address !== '';

  async function preview() {
    setLoading(true);
    try {
      const isImage = await checkImageAddress(form, stored);
      setTested(isImage ? getValues('featuredImage').trim() : '');
      if (!isImage) {
        form.setFocus('featuredImage');
      }
    } catch (error) {
      form.setError('featuredImage', { message: messageFor(error, INVALID_IMAGE) });
    }
    setLoading(false);
  }

  return (
    <div className="featured">
      <TextField
        label="Featured Image URL"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://example.org/image.jpg"
        error={formState.errors.featuredImage?.message}
        {...register('featuredImage', {
          onChange: () => {
            setValue('picture', null);
          },
        })}
      />
      <div className="featured-actions">
        <button
          type="button"
          className="button"
          disabled={address === '' || isLoading}
          onClick={() => void preview()}
        >
          {isLoading ? 'Loading...' : 'Preview'}
        </button>
        {hasImage && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              choice.put(null, '');
              form.setFocus('featuredImage');
            }}
          >
            <X aria-hidden />
            Remove image
          </button>
        )}
      </div>
      {source && <FeaturedPicture form={form} source={source} />}
      <div className="featured-actions">
        <PictureFile
          label="Upload an image"
          isInvalid={false}
          describedBy={hintId}
          onChoose={choice.choose}
        />
        <GeneratedCoverButton onGenerate={choice.generate} />
      </div>
      <p id={hintId} className="field-hint">
        An upload may have at most {PICTURE_MEGABYTES_MAX} MB.
      </p>
    </div>
  );
}

/**
 * Returns whether the address leads to an image, as that of the stored post does; clears it and sets the field's error
 * otherwise. Throws without a connection: the address then stays.
 */
export async function checkImageAddress(
  form: UseFormReturn<PostFormValues>,
  stored: StoredPost | null,
): Promise<boolean> {
  const address = form.getValues('featuredImage').trim();
  if (form.getValues('picture') || (address !== '' && address === stored?.featuredImage)) {
    return true;
  }
  const canBeImage = isStoredPicture(address) || /^https?:\/\//iu.test(address);
  const isImage = canBeImage && (await loadsAsImage(address));
  if (!isImage && !(await isSiteReachable())) {
    throw notReachable();
  }
  if (isImage) {
    form.clearErrors('featuredImage');
  } else {
    form.setValue('featuredImage', '');
    form.setError('featuredImage', { message: INVALID_IMAGE });
  }
  return isImage;
}
