import type { Page } from '@playwright/test';

/** Holds back the scripts of the client until the returned function is called. */
export function holdClient(page: Page): Promise<() => void> {
  return hold(page, '**/assets/*.js');
}

/** Holds back requests to matching addresses until the returned function is called. */
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
