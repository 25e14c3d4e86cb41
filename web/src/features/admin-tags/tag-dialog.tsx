import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { ManagedTag, TagChange } from '../../shared/api/types';
import { type Fault, faultOf } from '../../shared/form/fault';
import { TextAreaField } from '../../shared/form/text-area-field';
import { TextField } from '../../shared/form/text-field';
import { lengthOf } from '../../shared/form/rules';
import { toast } from '../../shared/toast';
import { FormDialog } from '../../shared/ui/form-dialog';
import { changeTag } from './api';
import { TagPicture } from './tag-picture';
import { postsText } from './tag-texts';

const DESCRIPTION_LENGTH_MAX = 500;
const FIELDS = ['name', 'slug', 'description', 'cover'] as const;

type Field = (typeof FIELDS)[number];
type Values = { name: string; slug: string; description: string };

/** The dialog that changes a tag. It is open as long as it is rendered. */
export function TagDialog({ tag, onClose }: { tag: ManagedTag; onClose: () => void }) {
  const client = useQueryClient();
  const { register, getValues, control } = useForm<Values>({
    defaultValues: { name: tag.name, slug: tag.slug, description: tag.description },
  });
  const [name, description] = useWatch({ control, name: ['name', 'description'] });
  const [cover, setCover] = useState(tag.cover);
  const isRenamed = name.trim() !== '' && name.trim() !== tag.name;

  async function confirm(): Promise<Fault<Field> | null> {
    const values = getValues();
    if (values.name.trim() === '') {
      return { field: 'name', message: 'Enter the name of the tag' };
    }
    try {
      await changeTag(tag.slug, changesOf(tag, values, cover));
      toast.success('The tag is saved');
      return null;
    } catch (error) {
      return faultOf(error, FIELDS, 'Failed to save the tag');
    } finally {
      // After an error as well: somebody else may have changed it.
      void invalidateAfter(client, 'tag');
    }
  }

  return (
    <FormDialog<Field>
      title="Edit the tag"
      confirmText="Save"
      busyText="Saving..."
      onConfirm={confirm}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Name"
            autoComplete="off"
            autoCapitalize="none"
            required
            hint={isRenamed ? `Changes ${postsText(tag)}` : undefined}
            error={errorOf('name')}
            {...register('name')}
          />
          <TextField
            label="Address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint="The last part of the address of its page. Old addresses still lead there."
            error={errorOf('slug')}
            {...register('slug')}
          />
          <TextAreaField
            label="Description"
            error={errorOf('description')}
            counter={{ used: lengthOf(description.trim()), limit: DESCRIPTION_LENGTH_MAX }}
            {...register('description')}
          />
          <TagPicture cover={cover} error={errorOf('cover')} onChange={setCover} />
        </>
      )}
    </FormDialog>
  );
}

/** Returns what is to be changed: what is absent stays. */
function changesOf(tag: ManagedTag, values: Values, cover: string | null): TagChange {
  const [name, slug] = [values.name.trim(), values.slug.trim()];
  // The server accepts one line.
  const description = values.description.replaceAll(/\s+/gu, ' ').trim();
  return {
    ...(name !== tag.name && { name }),
    // An empty one is derived from the name.
    ...(slug !== tag.slug && slug !== '' && { slug }),
    ...(description !== tag.description && { description }),
    ...(cover !== tag.cover && { cover }),
  };
}
