import type { Page } from '@playwright/test';

/** Keeps the client back until the returned function is called: its scripts do not come before. */
export function holdClient(page: Page): Promise<() => void> {
  return hold(page, '**/assets/*.js');
}

/** Keeps back what is asked for under such addresses, until the returned function is called. */
export async function hold(page: Page, addresses: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return () => {
    release();
  };
}
