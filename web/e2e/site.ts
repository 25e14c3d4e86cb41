import { test as base } from '@playwright/test';

import { type Site, startSite } from './start-site';

export { expect } from '@playwright/test';

/**
 * A page of the running site; whatever the browser complains about fails the test. Each worker has a site of its own:
 * what one journey publishes is in no list of another that runs at the same time.
 */
export const test = base.extend<{ complaints: string[] }, { site: Site }>({
  site: [
    async ({}, run) => {
      const site = await startSite();
      process.env['SITE'] = site.address;
      process.env['MAILS'] = site.mails;
      await run(site);
      await site.stop();
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: async ({ site }, run) => {
    await run(site.address);
  },
  complaints: [
    async ({ page }, run) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) {
          complaints.push(message.text());
        }
      });
      await run(complaints);
      base.expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});
