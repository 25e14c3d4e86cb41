import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';

import type { Import, ImportEntry } from '../../shared/api/types';
import { readable } from '../../shared/readable-address';
import { DownloadButton } from '../../shared/ui/download-button';
import { ManagedList } from '../../shared/ui/managed-list';
import type { Failure } from '../../shared/ui/use-failure';
import './admin-imports.css';
import { entriesQuery, importReport } from './api';
import { KINDS, OUTCOMES, sentence, shownKinds } from './import-texts';
import type { EntriesAddress } from './use-entries-address';

type Props = { shown: Import; address: EntriesAddress; failure: Failure };

/** The report of an import: what becomes of each thing, and what is changed or lost. */
export function ImportEntries({ shown, address, failure }: Props) {
  const { filter, setFilter, list: listAddress } = address;
  // A check or an import reports anew.
  const version = `${shown.state} ${shown.entries}`;
  const list = useQuery(entriesQuery(shown._id, version, { ...filter, page: listAddress.page }));
  const entries = list.data?.entries ?? [];
  return (
    <div className="import-entries">
      <div className="import-entries-head">
        <h3 className="import-subtitle">Everything in the export</h3>
        <DownloadButton
          name="import-report.json"
          text="Download report"
          load={() => importReport(shown._id)}
          failure={failure}
          fallback="Failed to download the report"
        />
      </div>
      <div className="filters">
        <Choice
          label="What became of it"
          all="Everything"
          value={filter.outcome}
          options={OUTCOMES}
          onChange={(outcome) => {
            setFilter({ outcome });
          }}
        />
        <Choice
          label="Kind"
          all="All kinds"
          value={filter.kind}
          options={shownKinds(shown.totals).map(({ entry, many }) => ({
            value: entry,
            label: many.charAt(0).toUpperCase() + many.slice(1),
          }))}
          onChange={(kind) => {
            setFilter({ kind });
          }}
        />
      </div>
      <ManagedList
        list={list}
        shown={entries.length}
        address={listAddress}
        units={['entry', 'entries']}
        emptyIcon={ListChecks}
        emptyTitle={
          listAddress.status === undefined ? 'The export is empty' : 'Nothing of this kind'
        }
        isPart
      >
        <ul className="panel-card import-list">
          {entries.map((entry, index) => (
            <Entry key={`${entry.kind} ${entry.source} ${index}`} entry={entry} />
          ))}
        </ul>
      </ManagedList>
    </div>
  );
}

type ChoiceProps = {
  label: string;
  all: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
};

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  return (
    <label className="select">
      <span className="visually-hidden">{label}</span>
      <select
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}

const OUTCOME_TONES = { new: 'good', skipped: undefined, refused: 'danger' } as const;

function Entry({ entry }: { entry: ImportEntry }) {
  const { kind, title, source, address, outcome, status, changes } = entry;
  const kindText = KINDS.find((known) => known.entry === kind)?.one ?? kind;
  const tone =
    outcome in OUTCOME_TONES ? OUTCOME_TONES[outcome as keyof typeof OUTCOME_TONES] : undefined;
  return (
    <li className="import-entry">
      <div className="import-entry-head">
        <span className="row-title">{title === '' ? readable(source) : title}</span>
        <span className="row-states">
          <span className="status">
            {kindText.charAt(0).toUpperCase() + kindText.slice(1)}
            {status !== '' && `, ${status}`}
          </span>
          <span className="status" data-tone={tone}>
            {outcome.charAt(0).toUpperCase() + outcome.slice(1)}
          </span>
        </span>
      </div>
      {(title !== '' || address !== '') && (
        <span className="row-note">
          {title === '' ? '' : readable(source)}
          {address !== '' && ` → ${readable(address)}`}
        </span>
      )}
      {changes.length > 0 && (
        <ul className="import-changes">
          {changes.map(({ field, reason }, index) => (
            <li key={`${field} ${index}`}>
              {outcome !== 'refused' && <strong>{field}: </strong>}
              {sentence(reason)}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
