import { Undo2 } from 'lucide-react';
import { Link } from 'react-router';

import type { Revision } from '../../../shared/api/types';
import { paths } from '../../../shared/paths';
import { SelectField } from '../../../shared/form/select-field';
import { TimeStamp } from '../../../shared/ui/time-stamp';
import { ComparisonView } from './comparison-view';
import { reasonOf, versionOf } from './revision-texts';

type Props = {
  postId: string;
  revisions: readonly Revision[];
  from: number;
  to: number;
  onChoose: (from: number, to: number) => void;
  onRestore: (revision: Revision) => void;
};

/** Two revisions that are compared, with the choice of others. */
export function ChosenVersions({ postId, revisions, from, to, onChoose, onRestore }: Props) {
  const earlier = revisions.find(({ number }) => number === from);
  return (
    <>
      <div className="versions">
        <Choice
          label="Compare"
          value={from}
          revisions={revisions}
          onChange={(number) => {
            onChoose(number, to);
          }}
        />
        <Choice
          label="with"
          value={to}
          revisions={revisions}
          onChange={(number) => {
            onChoose(from, number);
          }}
        />
        <div className="versions-actions">
          {earlier && !earlier.isCurrent && (
            <button
              type="button"
              className="button"
              onClick={() => {
                onRestore(earlier);
              }}
            >
              <Undo2 aria-hidden />
              Restore version {from}
            </button>
          )}
          <Link to={paths.adminHistory(postId)} className="button button-quiet">
            All versions
          </Link>
        </div>
      </div>
      <ComparisonView
        postId={postId}
        from={from}
        to={to}
        headings={{
          from: <Heading number={from} revisions={revisions} mark="del" />,
          to: <Heading number={to} revisions={revisions} mark="ins" />,
        }}
      />
    </>
  );
}

type ChoiceProps = {
  label: string;
  value: number;
  revisions: readonly Revision[];
  onChange: (number: number) => void;
};

function Choice({ label, value, revisions, onChange }: ChoiceProps) {
  const isListed = revisions.some(({ number }) => number === value);
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => {
        onChange(Number(target.value));
      }}
    >
      {!isListed && <option value={value}>{`Version ${value}`}</option>}
      {revisions.map((revision) => (
        <option key={revision.number} value={revision.number}>
          {versionOf(revision)}
          {revision.isCurrent ? ' (present)' : ''}
        </option>
      ))}
    </SelectField>
  );
}

type HeadingProps = { number: number; revisions: readonly Revision[]; mark: 'del' | 'ins' };

function Heading({ number, revisions, mark }: HeadingProps) {
  const revision = revisions.find((other) => other.number === number);
  return (
    <p className="compared-version">
      <span className="compared-key" data-mark={mark} aria-hidden />
      <strong>{versionOf(revision ?? { number, name: null })}</strong>
      {revision && (
        <span>
          {reasonOf(revision)}
          {revision.author && ` by ${revision.author.username}`} ·{' '}
          <TimeStamp time={revision.createdAt} form="moment" />
        </span>
      )}
    </p>
  );
}
