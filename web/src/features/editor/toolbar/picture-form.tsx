import { Upload } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';

import { TextField } from '../../../shared/form/text-field';
import { pictureFrom } from '../html/addresses';
import { PICTURE_MEGABYTES_MAX, PICTURE_TYPES } from '../../../shared/picture-files/picture-files';
import { InsertForm, type InsertFormProps } from './insert-form';

const DATA = 'data:';

type Values = { address: string; description: string };

/** Inserts a picture from a file or an address, or describes the selected one. */
export function PictureForm({ editor, onDone }: InsertFormProps) {
  const file = useRef<HTMLInputElement>(null);
  const [selected] = useState(() => editor.selectedPicture());
  const isDataUrl = selected?.address.startsWith(DATA) ?? false;
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: {
      address: isDataUrl ? '' : (selected?.address ?? ''),
      description: selected?.description ?? '',
    },
  });

  function insert({ address, description }: Values) {
    const source = isDataUrl && address === '' ? selected?.address : pictureFrom(address);
    if (source) {
      editor.insertPicture(source, description.trim());
    }
    onDone();
  }

  function insertFiles({ target }: ChangeEvent<HTMLInputElement>) {
    const files = [...(target.files ?? [])];
    onDone();
    editor.insertPictureFiles(files);
  }

  return (
    <InsertForm button={selected ? 'Save' : 'Insert'} onSubmit={handleSubmit(insert)}>
      <div className="insert-file">
        <button
          type="button"
          className="button"
          onClick={() => {
            file.current?.click();
          }}
        >
          <Upload aria-hidden />
          {selected ? 'Replace by a file' : 'Choose a file'}
        </button>
        <p className="field-hint">
          Or paste or drop it into the text. At most {PICTURE_MEGABYTES_MAX} MB.
        </p>
        <input
          ref={file}
          type="file"
          hidden
          multiple
          aria-label="Image file"
          accept={PICTURE_TYPES.join(',')}
          onChange={insertFiles}
        />
      </div>
      <TextField
        label="Image address"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={isDataUrl ? 'The file that was chosen' : 'https://example.org/image.png'}
        error={formState.errors.address?.message}
        {...register('address', {
          validate: (address) =>
            (isDataUrl && address === '') ||
            pictureFrom(address) !== null ||
            'Images come from a web address (http, https) or a file.',
        })}
      />
      <TextField
        label="Description"
        hint="For those who cannot see it"
        autoComplete="off"
        {...register('description')}
      />
    </InsertForm>
  );
}
