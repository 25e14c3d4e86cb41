import type { Page, Request } from '@playwright/test';

/** Holds back the scripts of the client until the returned function is called. */
export function holdClient(page: Page): Promise<() => void> {
  return hold(page, '**/assets/*.js');
}

/** Holds back requests to matching addresses until the returned function is called, and adds them to `held`. */
export async function hold(
  page: Page,
  addresses: string,
  held = new Set<Request>(),
): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    held.add(route.request());
    await released;
    await route.continue();
  });
  return () => {
    release();
  };
}
