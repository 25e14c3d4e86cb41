import { X } from 'lucide-react';
import { useId, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

import { isSiteReachable, notReachable } from '../../../shared/api/connection';
import { messageFor } from '../../../shared/api/errors';
import { TextField } from '../../../shared/form/text-field';
import type { WrittenPost } from '../draft/draft-store';
import { PICTURE_MEGABYTES_MAX } from '../pictures';
import { FeaturedPicture } from './featured-picture';
import { loadsAsImage } from './loads-as-image';
import { GeneratedCoverButton, PictureFile, usePictureChoice } from './picture-choice';
import { INVALID_IMAGE } from './post-rules';

type Props = { form: UseFormReturn<WrittenPost>; onChange: () => void };

/** The featured image by its address, tried out before it is taken; or as a file, or made from the title. */
export function FeaturedAddress({ form, onChange }: Props) {
  const { register, setValue, getValues, control, formState } = form;
  const hintId = useId();
  const [tried, setTried] = useState('');
  const [isLoading, setLoading] = useState(false);
  const choice = usePictureChoice(form, onChange);
  const address = useWatch({ control, name: 'featuredImage' }).trim();
  const shown = choice.picture ? choice.preview : tried === address && tried;
  const hasImage = choice.picture !== null || address !== '';

  async function preview() {
    setLoading(true);
    try {
      setTried((await takesImage(form)) ? getValues('featuredImage').trim() : '');
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
      {shown && <FeaturedPicture form={form} source={shown} />}
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
 * Whether the address leads to an image; one that does not is cleared, and the field says so. Fails where it cannot be
 * known for lack of a connection: then the address stays.
 */
export async function takesImage(form: UseFormReturn<WrittenPost>): Promise<boolean> {
  if (form.getValues('picture')) {
    return true;
  }
  const address = form.getValues('featuredImage').trim();
  const isImage = /^https?:\/\//iu.test(address) && (await loadsAsImage(address));
  if (!isImage && !(await isSiteReachable())) {
    throw notReachable();
  }
  if (isImage) {
    form.clearErrors('featuredImage');
  } else {
    form.setValue('featuredImage', '');
    form.setError('featuredImage', { message: INVALID_IMAGE });
    form.setFocus('featuredImage');
  }
  return isImage;
}
