import { useId, useState } from 'react';

import type { Revision } from '../../../shared/api/types';

const NAME_LENGTH_MAX = 100;

type Props = {
  revision: Revision;
  /** Renames the revision; returns whether that succeeded. */
  onRename: (name: string) => Promise<boolean>;
  onClose: () => void;
};

/** The form that names a revision in its row. */
export function RevisionName({ revision, onRename, onClose }: Props) {
  const hintId = useId();
  const [name, setName] = useState(revision.name ?? '');
  const [isBusy, setBusy] = useState(false);

  async function rename() {
    setBusy(true);
    const isRenamed = await onRename(name.trim());
    setBusy(false);
    if (isRenamed) {
      onClose();
    }
  }

  return (
    <form
      className="revision-name"
      onSubmit={(event) => {
        event.preventDefault();
        void rename();
      }}
    >
      <input
        type="text"
        className="field-control"
        aria-label={`Name of version ${revision.number}`}
        aria-describedby={hintId}
        autoComplete="off"
        placeholder="A name for it"
        maxLength={NAME_LENGTH_MAX}
        value={name}
        // The form was opened to type here.
        ref={(input) => {
          input?.focus();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onClose();
          }
        }}
        onChange={({ target }) => {
          setName(target.value);
        }}
      />
      <button type="submit" className="button button-primary row-button" disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Save'}
      </button>
      <button type="button" className="button button-quiet row-button" onClick={onClose}>
        Cancel
      </button>
      <p id={hintId} className="field-hint">
        A version with a name is never removed.
      </p>
    </form>
  );
}
