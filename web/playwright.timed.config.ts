import { defineConfig } from '@playwright/test';

import journeys, { TIMED } from './playwright.config';

/** Nothing else may run beside what is timed, and a moment in which the machine was busy says nothing. */
export default defineConfig(journeys, {
  testMatch: TIMED,
  testIgnore: [],
  workers: 1,
  retries: 2,
});
