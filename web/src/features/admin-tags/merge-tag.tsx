import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { ManagedTag } from '../../shared/api/types';
import { type Fault, faultOf } from '../../shared/form/fault';
import { TextField } from '../../shared/form/text-field';
import { toast } from '../../shared/toast';
import { FormDialog } from '../../shared/ui/form-dialog';
import { useSettled } from '../../shared/use-settled';
import { managedTagsQuery, mergeTag } from './api';
import { counted, postsText } from './tag-texts';

const PAUSE_MS = 250;
const FIELDS = ['into'] as const;

type Field = (typeof FIELDS)[number];
type Props = {
  /** The tag that goes. */
  tag: ManagedTag;
  onMerged: () => void;
  onClose: () => void;
};

/** The dialog that merges a tag into another one. It says first what that changes. */
export function MergeTag({ tag, onMerged, onClose }: Props) {
  const client = useQueryClient();
  const listId = useId();
  const { register, getValues, control } = useForm<Record<Field, string>>({
    defaultValues: { into: '' },
  });
  const into = useWatch({ control, name: 'into' }).trim();
  const others = useOtherTags(tag, into);
  const chosen = others.find(({ name }) => isSameName(name, into));

  async function confirm(): Promise<Fault<Field> | null> {
    const name = getValues().into.trim();
    if (name === '') {
      return { field: 'into', message: 'Enter the tag that stays' };
    }
    try {
      const { tag: merged, posts } = await mergeTag(tag.slug, chosen?.slug ?? name);
      toast.success(`${counted(posts, 'post')} changed, “${merged.name}” stays`);
      onMerged();
      return null;
    } catch (error) {
      return faultOf(error, FIELDS, 'Failed to merge the tags');
    } finally {
      // After an error as well: somebody else may have changed one of them.
      void invalidateAfter(client, 'tag');
    }
  }

  return (
    <FormDialog<Field>
      title={`Merge “${tag.name}”`}
      description={
        <>
          {postsText(tag)} {tag.postCount + tag.draftCount === 1 ? 'has' : 'have'}{' '}
          <strong>{tag.name}</strong> and get the other tag in its place. Its addresses lead to the
          other one, and those who follow it follow that. This cannot be undone.
        </>
      }
      confirmText="Merge"
      busyText="Merging..."
      tone="danger"
      onConfirm={confirm}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label="The tag that stays"
            list={listId}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint={chosen && `“${chosen.name}” has ${postsText(chosen)} now`}
            error={errorOf('into')}
            {...register('into')}
          />
          <datalist id={listId}>
            {others.map(({ _id: id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </>
      )}
    </FormDialog>
  );
}

/** Returns the tags that the text finds, without the one that goes. */
function useOtherTags(tag: ManagedTag, text: string): readonly ManagedTag[] {
  const search = useSettled(text, PAUSE_MS);
  const found = useQuery(managedTagsQuery({ search, page: 1 }));
  return (found.data?.tags ?? []).filter(({ _id: id }) => id !== tag._id);
}

function isSameName(name: string, text: string): boolean {
  return name.toLocaleLowerCase() === text.toLocaleLowerCase();
}
