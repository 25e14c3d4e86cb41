import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MailWarning } from 'lucide-react';
import { useId, useState } from 'react';

import { messageFor } from '../../shared/api/errors';
import type { MailHow, MailPreferences } from '../../shared/api/types';
import { toastFailure } from '../../shared/session/toast-failure';
import { ErrorState } from '../../shared/ui/failure-states';
import { type MailAccount, preferencesQuery, setPreference } from './api';
import { type MailKind, type MailTexts, WAYS } from './kinds';
import './mail-settings.css';

const FAILED = 'Failed to load your mail settings';
const NOT_SAVED = 'Failed to save your mail settings';

type Props = { account: MailAccount; mails: readonly MailTexts[] };

/** How the mails of each kind come. A choice is saved at once. */
export function MailSettings({ account, mails }: Props) {
  const query = preferencesQuery(account);
  const { data, error, refetch } = useQuery(query);
  const client = useQueryClient();
  const [saved, setSaved] = useState('');

  function show(preferences: Partial<MailPreferences>) {
    client.setQueryData(
      query.queryKey,
      (before) => before && { ...before, preferences: { ...before.preferences, ...preferences } },
    );
  }

  async function choose({ kind, name }: MailTexts, how: MailHow, before: MailHow) {
    setSaved('');
    await client.cancelQueries({ queryKey: query.queryKey });
    show({ [kind]: how });
    try {
      await setPreference(account, kind, how);
      setSaved(`Saved: ${name}, ${labelOf(how)}`);
    } catch (failure) {
      show({ [kind]: before });
      toastFailure(failure, NOT_SAVED);
    }
  }

  if (data === undefined) {
    return error ? (
      <ErrorState message={messageFor(error, FAILED)} onRetry={() => void refetch()} />
    ) : (
      <MailSettingsSkeleton rows={mails.length} />
    );
  }
  return (
    <div className="mail-settings">
      {data.suppressed && (
        <p className="form-note mail-suppressed">
          <MailWarning aria-hidden />
          The mail server of your address refused our mail for good. Only mails about your account
          are still sent there. Once the mailbox works again, ask the editors of this site to lift
          that.
        </p>
      )}
      <div className="mail-kinds">
        {mails.map((mail) => (
          <Ways
            key={mail.kind}
            mail={mail}
            chosen={data.preferences[mail.kind]}
            onChoose={(how) => void choose(mail, how, data.preferences[mail.kind])}
          />
        ))}
      </div>
      <p className="mail-saved" role="status">
        {saved}
      </p>
    </div>
  );
}

type WaysProps = { mail: MailTexts; chosen: MailHow; onChoose: (how: MailHow) => void };

function Ways({ mail: { kind, name, explanation }, chosen, onChoose }: WaysProps) {
  const id = useId();
  return (
    <fieldset className="mail-kind" aria-describedby={`${id}-text`}>
      <legend className="mail-kind-name">{name}</legend>
      <p id={`${id}-text`} className="mail-kind-text">
        {explanation}
      </p>
      <div className="mail-ways">
        {WAYS.map(({ value, label }) => (
          <label key={value} className="mail-way">
            <input
              type="radio"
              name={nameOf(id, kind)}
              value={value}
              checked={value === chosen}
              onChange={() => {
                onChoose(value);
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function nameOf(id: string, kind: MailKind): string {
  return `${id}-${kind}`;
}

function labelOf(how: MailHow): string {
  return WAYS.find(({ value }) => value === how)?.label ?? how;
}

function MailSettingsSkeleton({ rows }: { rows: number }) {
  return (
    <div className="mail-settings" role="status" aria-label="Loading your mail settings">
      <div className="mail-kinds" aria-hidden>
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="mail-kind">
            <div className="skeleton skeleton-line mail-skeleton-name" />
            <div className="skeleton skeleton-line skeleton-short mail-kind-text" />
            <div className="skeleton mail-ways mail-skeleton-ways" />
          </div>
        ))}
      </div>
    </div>
  );
}
