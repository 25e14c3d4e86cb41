import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import type { ManagedUser } from '../../shared/api/types';
import { CheckboxField } from '../../shared/form/checkbox-field';
import { SelectField } from '../../shared/form/select-field';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import type { Failure } from '../../shared/ui/use-failure';
import { changeStanding } from './api';
import { shownName } from './shown-name';
import { type StandingValues, TERMS, isForGood, presentEnd, standingChange } from './standing';

type Props = { user: ManagedUser; failure: Failure; onClose: () => void };

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });

/** The dialog that silences a reader, bans one for a time, or trusts one. */
export function ChangeStanding({ user, failure, onClose }: Props) {
  const client = useQueryClient();
  const [openedAt] = useState(Date.now);
  const silencedUntil = presentEnd(user.silencedUntil, openedAt);
  const bannedUntil = presentEnd(user.bannedUntil, openedAt);
  const { register, getValues } = useForm<StandingValues>({
    defaultValues: { silence: 'keep', ban: 'keep', isTrusted: user.isTrusted },
  });

  async function confirm() {
    try {
      const change = standingChange(getValues(), user, Date.now());
      if (Object.keys(change).length > 0) {
        await changeStanding(user._id, change);
      }
      return true;
    } catch (error) {
      failure.show(error, 'Failed to change the standing');
      return false;
    } finally {
      void invalidateAfter(client, 'ban');
    }
  }

  return (
    <ConfirmDialog
      title={`Standing of ${shownName(user)}`}
      description={`${reportsText(user.reportCount)} Silence stops comments, edits, likes and reports; a ban signs out as well.`}
      tone="primary"
      confirmText="Save"
      busyText="Saving..."
      onConfirm={confirm}
      onClose={onClose}
    >
      <SelectField label="Silence" {...register('silence')}>
        <TermOptions until={silencedUntil} none="Not silenced" end="End the silence" />
      </SelectField>
      <SelectField label="Ban for a time" {...register('ban')}>
        <TermOptions until={bannedUntil} none="Not banned for a time" end="End this ban" />
      </SelectField>
      <CheckboxField
        label="Trusted"
        hint="Their comments pass the spam rules but for the pace."
        {...register('isTrusted')}
      />
    </ConfirmDialog>
  );
}

type TermProps = { until: string | null; none: string; end: string };

function TermOptions({ until, none, end }: TermProps) {
  return (
    <>
      <option value="keep">{until === null ? none : `As it is: ${untilText(until)}`}</option>
      {until !== null && <option value="none">{end}</option>}
      {TERMS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

function untilText(until: string): string {
  return isForGood(until) ? 'for good' : `until ${day.format(new Date(until))}`;
}

function reportsText(count: number): string {
  if (count === 0) {
    return 'Nobody has reported this reader.';
  }
  return count === 1 ? '1 open report.' : `${count} open reports.`;
}
