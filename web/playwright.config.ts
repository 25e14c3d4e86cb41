import { defineConfig } from '@playwright/test';

import { CHROMIUM } from './scripts/chromium.mjs';

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
});
