import { useForm } from 'react-hook-form';

import { TextField } from '../../../shared/form/text-field';
import { playerFrom } from '../html/addresses';
import { InsertForm, type InsertFormProps } from './insert-form';

export function VideoForm({ editor, onDone }: InsertFormProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { address: '' } });

  function insert({ address }: { address: string }) {
    const player = playerFrom(address);
    if (player !== null) {
      editor.insertVideo(player);
    }
    onDone();
  }

  return (
    <InsertForm button="Insert" onSubmit={handleSubmit(insert)}>
      <TextField
        label="Video address"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://www.youtube.com/watch?v=…"
        error={formState.errors.address?.message}
        {...register('address', {
          validate: (address) =>
            playerFrom(address) !== null || 'Videos can come from YouTube and Vimeo only.',
        })}
      />
    </InsertForm>
  );
}
