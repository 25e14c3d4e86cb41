import { Maximize2, Minimize2 } from 'lucide-react';

import { FOCUS_MODE_KEYS } from './use-page-keys';

type Props = { isOn: boolean; onToggle: () => void };

/** The button of the mode that hides all but the text and its tools. */
export function FocusModeButton({ isOn, onToggle }: Props) {
  const Icon = isOn ? Minimize2 : Maximize2;
  return (
    <button
      type="button"
      className="focus-mode-button"
      aria-label="Write without distractions"
      aria-pressed={isOn}
      aria-keyshortcuts={FOCUS_MODE_KEYS}
      title={`Write without distractions (${FOCUS_MODE_KEYS.replace('Control', 'Ctrl')})`}
      onClick={onToggle}
    >
      <Icon aria-hidden />
    </button>
  );
}
