import { X } from 'lucide-react';

import type { TeamMember } from '../../shared/api/types';
import { AREAS, capitalized } from './audit-texts';
import { type AuditAddress, NOBODY } from './use-audit-address';

type Props = {
  address: AuditAddress;
  members: readonly TeamMember[];
  /** The name of the only thing whose changes are listed, if it is known. */
  targetName: string | null;
};

/** What is looked for in the audit log: who, what, when. */
export function AuditFilters({ address, members, targetName }: Props) {
  const { filter, setFilter } = address;
  const isFormerMember =
    filter.actor !== '' &&
    filter.actor !== NOBODY &&
    !members.some((member) => member._id === filter.actor);
  return (
    <>
      <div className="filters audit-filters">
        <label className="select">
          <span className="visually-hidden">Who</span>
          <select
            value={filter.actor}
            onChange={({ target }) => {
              setFilter({ actor: target.value });
            }}
          >
            <option value="">Everybody</option>
            {members.map(({ _id: id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
            {isFormerMember && <option value={filter.actor}>A former member</option>}
            <option value={NOBODY}>Command line and site</option>
          </select>
        </label>
        <label className="select">
          <span className="visually-hidden">What</span>
          <select
            value={filter.action}
            onChange={({ target }) => {
              setFilter({ action: target.value });
            }}
          >
            <option value="">All changes</option>
            {AREAS.map(({ name, label, changes }) => (
              <optgroup key={name} label={label}>
                <option value={name}>{label}: all</option>
                {Object.entries(changes).map(([rest, text]) => (
                  <option key={rest} value={`${name}.${rest}`}>
                    {capitalized(text)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
        </label>
        <Day
          label="From"
          day={filter.from}
          onChange={(from) => {
            setFilter({ from });
          }}
        />
        <Day
          label="To"
          day={filter.to}
          onChange={(to) => {
            setFilter({ to });
          }}
        />
      </div>
      {filter.target !== '' && (
        <button
          type="button"
          className="chip audit-target"
          aria-label={`Only ${targetName ?? filter.target}: show all`}
          onClick={() => {
            setFilter({ target: '' });
          }}
        >
          {`Only ${targetName ?? filter.target}`}
          <X aria-hidden />
        </button>
      )}
    </>
  );
}

type DayProps = { label: string; day: string; onChange: (day: string) => void };

function Day({ label, day, onChange }: DayProps) {
  return (
    <label className="audit-day">
      <span>{label}</span>
      <input
        type="date"
        className="field-control"
        value={day}
        onChange={({ target }) => {
          onChange(target.value);
        }}
      />
    </label>
  );
}
