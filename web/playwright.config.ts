import { defineConfig } from '@playwright/test';

import { CHROMIUM } from './scripts/chromium.mjs';

/** Tests that measure durations; `playwright.timed.config.ts` runs them. */
export const TIMED = ['interaction.spec.ts', 'long-tasks.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  testIgnore: TIMED,
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // Generous for a busy machine; a condition that never becomes true still fails.
  expect: { timeout: 30_000 },
  timeout: 120_000,
  reporter: [['list']],
  use: {
    launchOptions: CHROMIUM,
    viewport: { width: 1280, height: 900 },
    screenshot: 'only-on-failure',
  },
});
