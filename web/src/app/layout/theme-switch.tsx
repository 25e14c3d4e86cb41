import { Monitor, Moon, Sun } from 'lucide-react';

import { useIsHydrating } from '../../shared/hydration';
import labels from '../../shared/labels/frame.json';
import { type ThemeChoice, chooseTheme, useThemeChoice } from '../../shared/session/theme';

const CHOICES: readonly { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: labels.lightTheme, icon: Sun },
  { value: 'system', label: labels.systemTheme, icon: Monitor },
  { value: 'dark', label: labels.darkTheme, icon: Moon },
];

export function ThemeSwitch() {
  const choice = useThemeChoice();
  const isHydrating = useIsHydrating();
  return (
    <div className="theme-switch" role="group" aria-label="Theme">
      {CHOICES.map(({ value, label, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={isHydrating ? undefined : value === choice}
          onClick={() => {
            chooseTheme(value);
          }}
        >
          <Icon aria-hidden />
        </button>
      ))}
    </div>
  );
}
