import type { SpamRules } from '../../shared/api/types';
import { ConflictBox } from '../../shared/ui/conflict-box';
import { RULE_NAMES, type RuleValues, labelOf, ruleValues, valueText } from './rule-fields';

type Props = {
  theirs: SpamRules;
  mine: RuleValues;
  onTakeTheirs: () => void;
  onKeepMine: () => void;
};

/** What somebody else has saved since the rules were read, and the choice between both. */
export function RulesConflict({ theirs, mine, onTakeTheirs, onKeepMine }: Props) {
  const present = ruleValues(theirs);
  const different = RULE_NAMES.filter((name) => valueText(name, present) !== valueText(name, mine));
  return (
    <ConflictBox
      className="spam-conflict"
      message="Somebody else has changed the rules meanwhile. Nothing was saved yet; yours are in the form."
      takeText="Take theirs"
      onTakeTheirs={onTakeTheirs}
      onKeepMine={onKeepMine}
    >
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
    </ConflictBox>
  );
}
