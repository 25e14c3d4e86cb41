import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

import type { Role } from '../../shared/api/types';
import { FieldError } from '../../shared/form/field';
import { ROLE_NAMES, ROLE_SUMMARIES } from '../../shared/session/role-texts';
import { ROLES } from '../../shared/session/roles';

type Props = {
  /** The result of `register(...)`. */
  field: UseFormRegisterReturn;
  error?: string | undefined;
  /** The roles to choose from; all when absent. */
  roles?: readonly Role[];
};

/** The choice of a role, each with a sentence about it. */
export function RoleChoice({ field, error, roles = ROLES }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <fieldset className="choices" aria-describedby={error ? errorId : undefined}>
      <legend className="field-label">Role</legend>
      {roles.map((role) => (
        <div key={role} className="checkbox">
          <input
            type="radio"
            {...field}
            id={`${id}-${role}`}
            value={role}
            aria-describedby={`${id}-${role}-hint`}
            className="checkbox-control"
          />
          <div>
            <label htmlFor={`${id}-${role}`} className="checkbox-label">
              {ROLE_NAMES[role]}
            </label>
            <p id={`${id}-${role}-hint`} className="checkbox-hint">
              {ROLE_SUMMARIES[role]}
            </p>
          </div>
        </div>
      ))}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  );
}
