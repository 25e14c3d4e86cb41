import { Monitor, Moon, Sun } from 'lucide-react';

import { useIsHydrating } from '../../shared/hydration';
import { type ThemeChoice, chooseTheme, useThemeChoice } from '../../shared/session/theme';

const CHOICES: readonly { value: ThemeChoice; label: string; icon: typeof Sun }[] = [
  { value: 'light', label: 'Light theme', icon: Sun },
  { value: 'system', label: 'Theme of the system', icon: Monitor },
  { value: 'dark', label: 'Dark theme', icon: Moon },
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
