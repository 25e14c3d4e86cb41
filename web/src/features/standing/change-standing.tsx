import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';

import { invalidateAfter } from '../../shared/api/invalidation';
import { SelectField } from '../../shared/form/select-field';
import { type Standing, presentEnd } from '../../shared/standing';
import { toast } from '../../shared/toast';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog';
import { OpenReports } from '../../shared/ui/open-reports';
import type { Failure } from '../../shared/ui/use-failure';
import { changeStanding } from './api';
import './standing.css';
import {
  type StandingValues,
  TERMS,
  standingChange,
  standingText,
  untilText,
} from './standing-change';

/** The reader whose standing is changed; `present` is null where the page does not know it. */
export type JudgedReader = { id: string; name: string; present: Standing | null };

type Props = { reader: JudgedReader; failure: Failure; onClose: () => void };

const EFFECT = 'Silence stops comments, edits, likes and reports; a ban signs out as well.';
const RESOLVES = 'Saving a change marks all open reports of the reader as dealt with.';
const AS_IT_IS = 'As it is';
const UNCHANGED: StandingValues = { silence: 'keep', ban: 'keep', trust: 'keep' };

/**
 * The dialog that silences a reader, bans one for a time, or trusts one. It asks for the change alone, so that it can be
 * opened without the present standing; the message after it says what is in force then.
 */
export function ChangeStanding({ reader: { id, name, present }, failure, onClose }: Props) {
  const client = useQueryClient();
  const [openedAt] = useState(Date.now);
  const hasReports = present !== null && present.reportCount > 0;
  const { register, getValues } = useForm<StandingValues>({ defaultValues: UNCHANGED });

  async function confirm() {
    try {
      const change = standingChange(getValues(), Date.now());
      // Without a change as well, the server resolves the reports.
      if (Object.keys(change).length > 0 || hasReports) {
        const user = await changeStanding(id, change);
        toast.success(`${name}: ${standingText(user, Date.now())}`);
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
      title={`Standing of ${name}`}
      description={
        present
          ? `${EFFECT} ${reportsText(present.reportCount)}`
          : `Only what you choose changes. ${EFFECT} ${RESOLVES}`
      }
      tone="primary"
      confirmText="Save"
      busyText="Saving..."
      onConfirm={confirm}
      onClose={onClose}
    >
      {hasReports && (
        <div className="standing-reports">
          <OpenReports of={present} className="standing-reports-list" />
          <p>{resolvesText(present.reportCount)}</p>
        </div>
      )}
      <SelectField label="Silence" {...register('silence')}>
        <TermOptions
          until={present && presentEnd(present.silencedUntil, openedAt)}
          isKnown={present !== null}
          none="Not silenced"
          end="End the silence"
        />
      </SelectField>
      <SelectField label="Ban for a time" {...register('ban')}>
        <TermOptions
          until={present && presentEnd(present.bannedUntil, openedAt)}
          isKnown={present !== null}
          none="Not banned for a time"
          end="End the ban for a time"
        />
      </SelectField>
      <SelectField
        label="Trust"
        hint="The comments of trusted readers pass the spam rules but for the pace."
        {...register('trust')}
      >
        <option value="keep">{trustText(present)}</option>
        {present?.isTrusted !== true && <option value="yes">Trust</option>}
        {present?.isTrusted !== false && <option value="no">Trust no longer</option>}
      </SelectField>
    </ConfirmDialog>
  );
}

type TermProps = { until: string | null; isKnown: boolean; none: string; end: string };

function TermOptions({ until, isKnown, none, end }: TermProps) {
  const known = until === null ? none : `As it is: ${untilText(until)}`;
  return (
    <>
      <option value="keep">{isKnown ? known : AS_IT_IS}</option>
      {(!isKnown || until !== null) && <option value="none">{end}</option>}
      {TERMS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </>
  );
}

function trustText(present: Standing | null): string {
  if (present === null) {
    return AS_IT_IS;
  }
  return present.isTrusted ? 'Trusted' : 'Not trusted';
}

function reportsText(count: number): string {
  if (count === 0) {
    return 'Nobody has reported this reader.';
  }
  return count === 1 ? '1 open report:' : `${count} open reports:`;
}

function resolvesText(count: number): string {
  return count === 1
    ? 'Saving marks this report as dealt with.'
    : `Saving marks these ${count} reports as dealt with.`;
}
