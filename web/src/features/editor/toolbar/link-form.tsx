import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { TextField } from '../../../shared/form/text-field';
import { linkFrom } from '../html/addresses';
import { InsertForm, type InsertFormProps } from './insert-form';

/** Inserts a link, or changes the one at the caret. */
export function LinkForm({ editor, onDone }: InsertFormProps) {
  const [selected] = useState(() => editor.selectedLink());
  const { register, handleSubmit, formState } = useForm({ defaultValues: selected });
  const isNew = selected.address === '';

  function insert({ address, text }: { address: string; text: string }) {
    editor.setLink(linkFrom(address) ?? address, text);
    onDone();
  }

  return (
    <InsertForm
      button={isNew ? 'Insert' : 'Save'}
      onSubmit={handleSubmit(insert)}
      aside={
        !isNew && (
          <button
            type="button"
            className="button button-quiet button-small"
            onClick={() => {
              editor.removeLink();
              onDone();
            }}
          >
            Remove link
          </button>
        )
      }
    >
      <TextField
        label="Link address"
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.org"
        error={formState.errors.address?.message}
        {...register('address', {
          validate: (address) =>
            linkFrom(address) !== null ||
            'Links lead to a web page (http, https), a mail address or a telephone number.',
        })}
      />
      {selected.text === '' && <TextField label="Text" autoComplete="off" {...register('text')} />}
    </InsertForm>
  );
}
