import { CheckboxField } from '../../shared/form/checkbox-field';
import { QUEUE_KEYS, type useKeysSwitch } from './use-queue-keys';

type Props = {
  keys: ReturnType<typeof useKeysSwitch>;
  isOpen: boolean;
  onToggle: () => void;
};

/** The keys of the queue: a line of the main ones, and all of them on demand. */
export function KeyHelp({ keys, isOpen, onToggle }: Props) {
  return (
    <div className="queue-keys">
      <button
        type="button"
        className="link-button queue-keys-toggle"
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        {keys.isOn
          ? 'Keys: j k move, x select, a approve, r remove, s spam, ? more'
          : 'Keys are off'}
      </button>
      {isOpen && (
        <div className="panel-card queue-keys-card">
          <dl className="queue-keys-list">
            {QUEUE_KEYS.map(({ key, effect }) => (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{effect}</dd>
              </div>
            ))}
          </dl>
          <p className="row-note">
            An action is for the selected comments; without any, for the one with the focus. It can
            be undone for 5 seconds. Silence and ban are for the author of the one with the focus.
          </p>
          <CheckboxField
            label="Use these keys"
            checked={keys.isOn}
            onChange={({ target }) => {
              keys.set(target.checked);
            }}
          />
        </div>
      )}
    </div>
  );
}
