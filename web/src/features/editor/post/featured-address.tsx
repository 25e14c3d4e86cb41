import { X } from 'lucide-react';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useWatch } from 'react-hook-form';

import { isSiteReachable, notReachable } from '../../../shared/api/connection';
import { messageFor } from '../../../shared/api/errors';
import { TextField } from '../../../shared/form/text-field';
import type { WrittenPost } from '../draft/draft-store';
import { loadsAsImage } from './loads-as-image';
import { INVALID_IMAGE } from './post-rules';

type Props = { form: UseFormReturn<WrittenPost>; onChange: () => void };

/** The featured image by its address, tried out before it is taken. */
export function FeaturedAddress({ form, onChange }: Props) {
  const { register, setValue, getValues, control, formState } = form;
  const [shown, setShown] = useState('');
  const [isLoading, setLoading] = useState(false);
  const address = useWatch({ control, name: 'featuredImage' }).trim();

  async function preview() {
    setLoading(true);
    try {
      setShown((await takesImage(form)) ? getValues('featuredImage').trim() : '');
    } catch (error) {
      form.setError('featuredImage', { message: messageFor(error, INVALID_IMAGE) });
    }
    setLoading(false);
  }

  function remove() {
    setValue('featuredImage', '');
    form.setFocus('featuredImage');
    onChange();
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
        {...register('featuredImage')}
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
        {address !== '' && (
          <button type="button" className="button button-quiet" onClick={remove}>
            <X aria-hidden />
            Remove image
          </button>
        )}
      </div>
      {shown !== '' && shown === address && (
        <img src={shown} alt="Featured" className="featured-shown" referrerPolicy="no-referrer" />
      )}
    </div>
  );
}

/**
 * Whether the address leads to an image; one that does not is cleared, and the field says so. Fails where it cannot be
 * known for lack of a connection: then the address stays.
 */
export async function takesImage(form: UseFormReturn<WrittenPost>): Promise<boolean> {
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
