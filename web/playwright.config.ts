import { defineConfig } from '@playwright/test';

import { CHROMIUM } from './scripts/chromium.mjs';

const TIMED = ['interaction.spec.ts', 'long-tasks.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/start-site.ts',
  forbidOnly: true,
  fullyParallel: true,
  workers: 2,
  // A busy machine is slow, not wrong; a condition that never comes still fails.
  expect: { timeout: 15_000 },
  timeout: 60_000,
  reporter: [['list']],
  use: {
    // Set by the global set-up, before the workers read this file.
    ...(process.env['SITE'] && { baseURL: process.env['SITE'] }),
    launchOptions: CHROMIUM,
    viewport: { width: 1280, height: 900 },
    trace: 'retain-on-failure',
  },
  projects: [
    { name: 'journeys', testIgnore: TIMED },
    // Nothing else may run beside what is timed, and a moment in which the machine was busy says nothing.
    { name: 'timed', testMatch: TIMED, dependencies: ['journeys'], workers: 1, retries: 2 },
  ],
});
