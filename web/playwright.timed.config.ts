import { defineConfig } from '@playwright/test';

import config, { TIMED } from './playwright.config';

/** One worker: other tests would distort the measurements. Retries: the machine may be busy for a moment. */
export default defineConfig(config, {
  testMatch: TIMED,
  testIgnore: [],
  workers: 1,
  retries: 2,
});
