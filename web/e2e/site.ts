import { test as base } from '@playwright/test';

export { expect } from '@playwright/test';

/** A page of the running site; whatever the browser complains about fails the test. */
export const test = base.extend<{ complaints: string[] }>({
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
