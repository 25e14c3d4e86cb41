import { useSyncExternalStore } from 'react';

import { createListeners } from '../listeners';
import { forget, readStored, store } from '../storage';

export type ThemeChoice = 'system' | 'light' | 'dark';

const KEY = 'theme';
const PAPER = { light: '#faf8f4', dark: '#171b24' };
const { subscribe, tell } = createListeners();

/** What the reader chose; the system's theme when nothing was. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice, themeChoice);
}

export function themeChoice(): ThemeChoice {
  const kept = readStored(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') {
    forget(KEY);
  } else {
    store(KEY, choice);
  }
  showTheme(choice);
  tell();
}

/** Follows the system while nothing was chosen. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
    showTheme(themeChoice());
  });
}

function showTheme(choice: ThemeChoice): void {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = choice === 'system' ? (isDark ? 'dark' : 'light') : choice;
  document.documentElement.dataset['theme'] = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', PAPER[theme]);
}
