import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';

import { FieldError } from '../../shared/form/field';
import { PictureFile } from '../../shared/picture-files/picture-file';
import { dataAddress, rejectionReason } from '../../shared/picture-files/picture-files';
import './admin-tags.css';

type Props = {
  /** The address of the picture; null without one. */
  cover: string | null;
  error: string | undefined;
  onChange: (cover: string | null) => void;
};

/** The picture of the page of a tag. */
export function TagPicture({ cover, error, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const message = problem ?? error;

  async function choose(file: File) {
    const reason = rejectionReason(file);
    setProblem(reason);
    if (reason !== null) {
      return;
    }
    try {
      onChange(await dataAddress(file));
    } catch {
      setProblem(`“${file.name}” could not be read.`);
    }
  }

  return (
    <div className="tag-picture">
      <label htmlFor={id} className="field-label">
        Picture
      </label>
      {cover !== null && <img src={cover} alt="" className="tag-picture-shown" />}
      <div className="tag-picture-acts">
        <PictureFile
          ref={input}
          id={id}
          label={cover === null ? 'Choose a picture' : 'Replace'}
          isLabelled
          isInvalid={message !== undefined}
          describedBy={`${id}-error`}
          onChoose={(file) => void choose(file)}
        />
        {cover !== null && (
          <button
            type="button"
            className="button button-quiet"
            onClick={() => {
              setProblem(null);
              onChange(null);
              input.current?.focus();
            }}
          >
            <X aria-hidden />
            Remove the picture
          </button>
        )}
      </div>
      {message !== undefined && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  );
}
