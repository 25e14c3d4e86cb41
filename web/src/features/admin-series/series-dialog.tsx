import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Series, SeriesChange } from '../../shared/api/types';
import { type Fault, faultOf } from '../../shared/form/fault';
import { lengthOf } from '../../shared/form/rules';
import { TextAreaField } from '../../shared/form/text-area-field';
import { TextField } from '../../shared/form/text-field';
import { toast } from '../../shared/toast';
import { FormDialog } from '../../shared/ui/form-dialog';
import { changeSeries, createSeries } from './api';

const DESCRIPTION_LENGTH_MAX = 500;
const FIELDS = ['title', 'slug', 'description'] as const;

type Field = (typeof FIELDS)[number];

type Props = {
  /** The series to be changed; null for a new one. */
  series: Series | null;
  onSaved?: (series: Series) => void;
  onClose: () => void;
};

/** The dialog that makes a series or changes one. It is open as long as it is rendered. */
export function SeriesDialog({ series, onSaved, onClose }: Props) {
  const client = useQueryClient();
  const { register, getValues, control } = useForm<Record<Field, string>>({
    defaultValues: {
      title: series?.title ?? '',
      slug: series?.slug ?? '',
      description: series?.description ?? '',
    },
  });
  const description = useWatch({ control, name: 'description' });

  async function confirm(): Promise<Fault<Field> | null> {
    const values = getValues();
    const title = values.title.trim();
    if (title === '') {
      return { field: 'title', message: 'Enter the title of the series' };
    }
    const body = bodyOf(series, { ...values, title });
    try {
      const saved = await (series === null ? createSeries(body) : changeSeries(series._id, body));
      toast.success(series === null ? 'The series is made' : 'The series is saved');
      onSaved?.(saved);
      return null;
    } catch (error) {
      return faultOf(error, FIELDS, 'Failed to save the series');
    } finally {
      // After an error as well: somebody else may have changed or deleted it.
      void invalidateAfter(client, 'series');
    }
  }

  return (
    <FormDialog<Field>
      title={series === null ? 'New series' : 'Edit the series'}
      description={
        series === null ? 'Posts come into it by their settings, in the editor.' : undefined
      }
      confirmText="Save"
      busyText="Saving..."
      onConfirm={confirm}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Title"
            autoComplete="off"
            required
            error={errorOf('title')}
            {...register('title')}
          />
          <TextField
            label="Address"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={
              series === null
                ? 'Empty: derived from the title'
                : 'The last part of the address of its page'
            }
            error={errorOf('slug')}
            {...register('slug')}
          />
          <TextAreaField
            label="Description"
            error={errorOf('description')}
            counter={{ used: lengthOf(description.trim()), limit: DESCRIPTION_LENGTH_MAX }}
            {...register('description')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Returns what is to be set: an empty address is derived from the title, or stays as it is. */
function bodyOf(series: Series | null, values: Record<Field, string>): SeriesChange {
  const slug = values.slug.trim();
  // The server accepts one line.
  const description = values.description.replaceAll(/\s+/gu, ' ').trim();
  return {
    title: values.title,
    description,
    ...(slug !== '' && slug !== series?.slug && { slug }),
  };
}
