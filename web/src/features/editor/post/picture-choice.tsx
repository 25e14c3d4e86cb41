import { ImagePlus, Shapes } from 'lucide-react';
import { type ChangeEvent, type Ref, useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';

import type { WrittenPost } from '../draft/draft-store';
import { dataAddress, refusalOf } from '../pictures';
import { generatedCover } from './generated-cover';

const TITLE_FIRST = 'Write a title first: the cover is made from it.';
const NOT_DRAWN = 'The cover could not be drawn. Please choose an image.';

/** The featured image as a file, and how it is chosen. */
export function usePictureChoice(form: UseFormReturn<WrittenPost>, onChange: () => void) {
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
    /** The file to look at; empty while it is read. */
    preview: useDataAddress(picture),
    put,
    choose: (file: File) => {
      const refusal = refusalOf(file);
      if (refusal === null) {
        put(file, '');
      } else {
        setError('featuredImage', { message: refusal });
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

type FileProps = {
  id?: string;
  label: string;
  /** Whether a label of the page names the field already. */
  isLabelled?: boolean;
  isInvalid: boolean;
  describedBy: string;
  onChoose: (file: File) => void;
  ref?: Ref<HTMLInputElement>;
};

/** A button that opens the files of the device. */
export function PictureFile({
  id,
  label,
  isLabelled = false,
  isInvalid,
  describedBy,
  onChoose,
  ref,
}: FileProps) {
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = '';
    if (file) {
      onChoose(file);
    }
  }

  return (
    <div className="featured-file">
      <input
        ref={ref}
        id={id}
        type="file"
        accept="image/*"
        aria-label={isLabelled ? undefined : label}
        aria-describedby={describedBy}
        aria-invalid={isInvalid}
        onChange={choose}
      />
      <span className="button" aria-hidden>
        <ImagePlus aria-hidden />
        {label}
      </span>
    </div>
  );
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
