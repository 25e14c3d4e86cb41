import { test as base } from '@playwright/test';

import { type Site, startSite } from './start-site';

export { expect } from '@playwright/test';

/** Gives the tests of a worker its site, until they have run. */
export async function serveTests(site: Site, run: (site: Site) => Promise<void>): Promise<void> {
  process.env['SITE'] = site.address;
  process.env['MAILS'] = site.mails;
  await run(site);
  await site.stop();
}

/**
 * The tests against a running site: console errors and uncaught exceptions of the page fail a test. Each worker has its
 * own site, so that posts of one test are not in the lists of another that runs at the same time.
 */
export const test = base.extend<{ pageErrors: string[] }, { site: Site }>({
  site: [
    async ({}, run) => {
      await serveTests(await startSite(), run);
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ site }, run) => {
    await run(site.address);
  },
  pageErrors: [
    async ({ page }, run) => {
      const pageErrors: string[] = [];
      page.on('pageerror', (error) => pageErrors.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
          pageErrors.push(message.text());
        }
      });
      await run(pageErrors);
      base.expect(pageErrors).toEqual([]);
    },
    { auto: true },
  ],
});
