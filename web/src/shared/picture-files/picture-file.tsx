import { ImagePlus } from 'lucide-react';
import type { ChangeEvent, Ref } from 'react';

import './picture-file.css';

type Props = {
  id?: string;
  label: string;
  /** Whether another label names the field. */
  isLabelled?: boolean;
  isInvalid: boolean;
  describedBy: string;
  onChoose: (file: File) => void;
  ref?: Ref<HTMLInputElement>;
};

/** A button that opens the file dialog. */
export function PictureFile({
  id,
  label,
  isLabelled = false,
  isInvalid,
  describedBy,
  onChoose,
  ref,
}: Props) {
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    target.value = '';
    if (file) {
      onChoose(file);
    }
  }

  return (
    <div className="picture-file">
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
