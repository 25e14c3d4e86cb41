import { test as base } from '@playwright/test';

import { type Site, startSite } from './start-site';

export { expect } from '@playwright/test';

/**
 * The tests against a running site: console errors and uncaught exceptions of the page fail a test. Each worker has its
 * own site, so that posts of one test are not in the lists of another that runs at the same time. With `underName` the
 * site has a name instead of an IP address, which passkeys need.
 */
export const test = base.extend<{ pageErrors: string[] }, { underName: boolean; site: Site }>({
  underName: [false, { scope: 'worker', option: true }],
  site: [
    async ({ underName }, run) => {
      const started = await startSite();
      const site = underName ? { ...started, address: await started.underName() } : started;
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
