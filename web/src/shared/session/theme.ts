import { useSyncExternalStore } from 'react';

import { createListeners } from '../listeners';
import { forget, readStored, store } from '../storage';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'theme';
const BACKGROUNDS = { light: '#faf8f4', dark: '#171b24' };
const { subscribe, notify } = createListeners();

/** The theme that the reader chose; `system` by default. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice, themeChoice);
}

export function themeChoice(): ThemeChoice {
  const stored = readStored(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') {
    forget(KEY);
  } else {
    store(KEY, choice);
  }
  applyTheme(choice);
  notify();
}

/** Follows changes of the system theme unless the reader chose one. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    applyTheme(themeChoice());
  });
}

function applyTheme(choice: ThemeChoice): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = choice === 'system' ? (isDark ? 'dark' : 'light') : choice;
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', BACKGROUNDS[theme]);
}
