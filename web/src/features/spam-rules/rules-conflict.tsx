import { useEffect, useRef } from 'react';

import type { SpamRules } from '../../shared/api/types';
import { RULE_NAMES, type RuleValues, labelOf, ruleValues, valueText } from './rule-fields';

type Props = {
  theirs: SpamRules;
  mine: RuleValues;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
};

/** What somebody else has saved since the rules were read, and the choice between both. */
export function RulesConflict({ theirs, mine, onTakeTheirs, onKeepMine }: Props) {
  const box = useRef<HTMLElement>(null);
  const present = ruleValues(theirs);
  const different = RULE_NAMES.filter((name) => valueText(name, present) !== valueText(name, mine));
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <section
      ref={box}
      className="panel-card spam-conflict"
      tabIndex={-1}
      aria-label="Changed by somebody else"
    >
      <p role="alert">
        Somebody else has changed the rules meanwhile. Nothing was saved yet; yours are in the form.
      </p>
      <dl className="spam-conflict-list">
        {different.map((name) => (
          <div key={name}>
            <dt>{labelOf(name)}</dt>
            <dd>
              Theirs: <strong>{valueText(name, present)}</strong>
            </dd>
            <dd>
              Yours: <strong>{valueText(name, mine)}</strong>
            </dd>
          </div>
        ))}
      </dl>
      <div className="spam-conflict-actions">
        <button type="button" className="button" onClick={onTakeTheirs}>
          Take theirs
        </button>
        <button type="button" className="button button-primary" onClick={onKeepMine}>
          Save mine
        </button>
      </div>
    </section>
  );
}
