import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import { LEVELS } from './rule-fields';

/** The level of the rules, each with what it does. */
export function LevelChoice({ field }: { field: UseFormRegisterReturn }) {
  const id = useId();
  return (
    <fieldset className="spam-levels">
      <legend className="field-label">Level</legend>
      {LEVELS.map(({ value, name, explanation }) => (
        <div key={value} className="checkbox spam-level">
          <input
            type="radio"
            value={value}
            {...field}
            id={`${id}-${value}`}
            aria-describedby={`${id}-${value}-text`}
            className="checkbox-control"
          />
          <div>
            <label htmlFor={`${id}-${value}`} className="checkbox-label">
              {name}
            </label>
            <p id={`${id}-${value}-text`} className="checkbox-hint">
              {explanation}
            </p>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
