import { Shapes } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { PostFormValues } from '../draft/draft-store';
import { dataAddress, rejectionReason } from '../../../shared/picture-files/picture-files';
import { generatedCover } from './generated-cover';

const TITLE_FIRST = 'Write a title first: the cover is made from it.';
const NOT_DRAWN = 'The cover could not be drawn. Please choose an image.';

/** The state of a featured image chosen as a file or generated. */
export function usePictureChoice(form: UseFormReturn<PostFormValues>, onChange: () => void) {
  const { control, setValue, setError, clearErrors } = form;
  const picture = useWatch({ control, name: 'picture' });

  function put(file: File | null, address: string) {
    setValue('picture', file);
    setValue('featuredImage', address);
    clearErrors('featuredImage');
    onChange();
  }

  return {
    picture,
    /** The file as a `data:` URL; empty while it is read. */
    preview: useDataAddress(picture),
    put,
    choose: (file: File) => {
      const problem = rejectionReason(file);
      if (problem === null) {
        put(file, '');
      } else {
        setError('featuredImage', { message: problem });
      }
    },
    generate: async () => {
      const title = form.getValues('title').trim();
      if (title === '') {
        setError('featuredImage', { message: TITLE_FIRST });
        form.setFocus('title');
        return;
      }
      try {
        put(await generatedCover(title), '');
      } catch {
        setError('featuredImage', { message: NOT_DRAWN });
      }
    },
  };
}

export function GeneratedCoverButton({ onGenerate }: { onGenerate: () => Promise<void> }) {
  return (
    <button type="button" className="button" onClick={() => void onGenerate()}>
      <Shapes aria-hidden />
      Use a generated cover
    </button>
  );
}

function useDataAddress(file: File | null): string {
  const [read, setRead] = useState<{ file: File; address: string } | null>(null);
  useEffect(() => {
    let isActive = true;
    if (file) {
      void dataAddress(file).then((address) => {
        if (isActive) {
          setRead({ file, address });
        }
      });
    }
    return () => {
      isActive = false;
    };
  }, [file]);
  return read !== null && read.file === file ? read.address : '';
}
