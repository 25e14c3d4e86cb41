import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { Redirect } from '../../shared/api/types';
import { type Fault, faultOf } from '../../shared/form/fault';
import { SelectField } from '../../shared/form/select-field';
import { TextField } from '../../shared/form/text-field';
import { readable } from '../../shared/readable-address';
import { toast } from '../../shared/toast';
import { FormDialog } from '../../shared/ui/form-dialog';
import { changeRedirect, createRedirect } from './api';
import { GONE, STATUSES } from './redirect-texts';

type Values = { path: string; status: string; target: string };
type Field = keyof Values;

const FIELDS = ['path', 'status', 'target'] as const satisfies readonly Field[];

type Props = {
  /** The redirect to be changed; null for a new one. */
  redirect: Redirect | null;
  onClose: () => void;
};

/** The dialog that makes a redirect or changes one. It is open as long as it is rendered. */
export function RedirectDialog({ redirect, onClose }: Props) {
  const client = useQueryClient();
  const { register, getValues, control } = useForm<Values>({
    defaultValues: {
      path: readable(redirect?.path ?? ''),
      status: String(redirect?.status ?? STATUSES[0].status),
      target: readable(redirect?.target ?? ''),
    },
  });
  const isGone = useWatch({ control, name: 'status' }) === String(GONE);

  async function confirm(): Promise<Fault<Field> | null> {
    const values = getValues();
    const [path, target] = [values.path.trim(), isGone ? '' : values.target.trim()];
    if (path === '') {
      return { field: 'path', message: 'Enter the path that the redirect leads from' };
    }
    if (target === '' && !isGone) {
      return { field: 'target', message: 'Enter where it leads' };
    }
    const body = { path, status: Number(values.status), ...(target !== '' && { target }) };
    try {
      await (redirect === null ? createRedirect(body) : changeRedirect(redirect._id, body));
      toast.success(redirect === null ? 'The redirect is made' : 'The redirect is saved');
      return null;
    } catch (error) {
      return faultOf(error, FIELDS, 'Failed to save the redirect');
    } finally {
      // After an error as well: somebody else may have changed or deleted it.
      void invalidateAfter(client, 'redirect');
    }
  }

  return (
    <FormDialog<Field>
      title={redirect === null ? 'New redirect' : 'Edit the redirect'}
      description="It is followed where this site has nothing at the old address."
      confirmText="Save"
      busyText="Saving..."
      onConfirm={confirm}
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            label="Old path"
            placeholder="/2019/05/hello"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={errorOf('path')}
            {...register('path')}
          />
          <SelectField label="Status" error={errorOf('status')} {...register('status')}>
            {STATUSES.map(({ status, label }) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </SelectField>
          {!isGone && (
            <TextField
              label="Leads to"
              placeholder="/blog/hello or https://…"
              inputMode="url"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              error={errorOf('target')}
              {...register('target')}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
